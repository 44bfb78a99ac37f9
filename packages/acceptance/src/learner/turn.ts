import type { Act, LearnerScript, LearnerTalk } from './talk.js';

/** An answer as the scripted model API takes it: words, or a command that any CLI runs with its shell tool. */
interface LearnerReply {
  steps: ({ text: string } | { run: string })[];
}

/** A turn that always fits: for `new Scenario([turnOf(script)])`. */
export interface LearnerTurn {
  when: () => boolean;
  reply: (talk: LearnerTalk) => LearnerReply;
}

export function turnOf(script: LearnerScript): LearnerTurn {
  return { when: () => true, reply: (talk) => ({ steps: [stepOf(script(talk))] }) };
}

function stepOf(act: Act): LearnerReply['steps'][number] {
  // A learner's container is its sandbox: it asks nobody.
  return 'say' in act ? { text: act.say } : { run: act.run };
}

/** A prompt of the mentor is known by the answer that it asks for: both agents may share one model API. */
const FOR_MENTOR = /```gap/;

/** One script for both agents, chosen by the prompt. */
export function eitherOf(student: LearnerScript, mentor: LearnerScript): LearnerScript {
  return (talk) => (FOR_MENTOR.test(talk.prompt) ? mentor(talk) : student(talk));
}
