import type { StudentAnswer } from '../contract/agents.js';
import type { Trigger } from '../contract/triggers.js';

/** Sentences that are said to a student in the middle of its run. */
export const JSON_ONLY =
  'Your last message has no result that can be read. Answer again with the JSON object alone, in the form that you were told: no text before it, none after it.';

export function mustAskNow(command: string, times: number): string {
  return `The same step has failed ${times} times: ${command}\nDo not try it again. Ask for help now: output the JSON object with the status "ask_mentor" and the trigger "max_retries".`;
}

export function mayNotAsk(trigger: Trigger): string {
  return `You may not ask for help for this reason (${trigger}). Go on by yourself with what the tutorial gives you, or output the JSON object with the status "cannot_complete".`;
}

/** The answer of a student whose command was ended: it cannot be asked, for its turn was ended with it. */
export function timedOutAnswer(command: string, stepMs: number, commandsRun: readonly string[]): StudentAnswer {
  const seconds = Math.round(stepMs / 1000);
  return {
    status: 'ask_mentor',
    currentStep: `Running: ${command}`.slice(0, 1000),
    attemptedActions: [`ran ${command}`.slice(0, 1000)],
    problem: `The command did not end within ${seconds} seconds, and was ended: ${command}`.slice(0, 10_000),
    questionForMentor:
      `Is this command meant to take longer than ${seconds} seconds, or to go on for ever? What should I do instead, or expect? ${command}`.slice(
        0,
        10_000,
      ),
    reason: '',
    summary: '',
    filesCreated: [],
    commandsRun: [...commandsRun],
    trigger: 'timeout',
  };
}

/** An ask that is not allowed, for the second time. */
export function asCannotComplete(answer: StudentAnswer, trigger: Trigger): StudentAnswer {
  const reason = `It asks for help for a reason for which it may not (${trigger}): ${answer.questionForMentor || answer.problem}`;
  return { ...answer, status: 'cannot_complete', reason: reason.slice(0, 20_000) };
}
