import { createHash } from 'node:crypto';
import type { MessageContext, MessageFacts } from '@agent-factory/protocol/conversations';
import type { ConversationRecord, Told } from '../store/records.js';
import { ending, oneLine, quoted } from '../text/lines.js';

/** Most characters of what was said before that an agent is told when it cannot remember. */
const MAX_RECAP = 40_000;

export interface PromptParts {
  readonly record: ConversationRecord;
  readonly text: string;
  readonly context: MessageContext | undefined;
  /** What the agent of an exercise is told first. */
  readonly exerciseOpening: string | undefined;
  /** What the student has achieved in the exercise. */
  readonly exerciseState: string | undefined;
  /** What was said before, for an agent that does not remember. */
  readonly recap: string | undefined;
  /** Whether an earlier message was taken back that the agent still remembers. */
  readonly isReplacement: boolean;
}

export interface Prompt {
  /** What the agent is sent. */
  readonly text: string;
  /** What it has been told by then. */
  readonly told: Told;
  /** What the student sees of the context. */
  readonly facts: MessageFacts;
}

/** Puts before a question what the agent has not been told yet. */
export function promptOf(parts: PromptParts): Prompt {
  const { record, text, context, isReplacement, recap } = parts;
  const before = recap === undefined ? record.told : {};
  const told = toldBy(parts);
  const notes = [
    ...(knowsItsPart(before) ? [] : [openingOf(parts)]),
    ...(recap === undefined
      ? []
      : [`What was said before, which you may not remember:\n${quoted(ending(recap, MAX_RECAP))}`]),
    ...lessonNotes(context, before, told),
    ...(told.exercise !== before.exercise && parts.exerciseState !== undefined ? [quoted(parts.exerciseState)] : []),
    ...(context?.selection ? [`The student has selected this passage:\n${quoted(context.selection)}`] : []),
    ...(isReplacement ? [REPLACED] : []),
  ];
  return { text: [...notes, text].join('\n\n'), told, facts: factsOf(context) };
}

const REPLACED =
  'The student has taken back their earlier message and what followed it, and asks this instead. Answer as if it had not been said.';

function openingOf({ record: { subject }, exerciseOpening = '' }: PromptParts): string {
  if (subject.kind === 'exercise') return exerciseOpening;
  return `You are the tutor of a student who reads the lesson “${named(subject.title)}”. Explain, ask and let them try; answer in Markdown, in the language of the student. This folder is empty and not theirs: use it only if they ask for something to run.`;
}

/** Records of earlier versions say nothing of the opening. */
function knowsItsPart({ opening, lesson, exercise }: Told): boolean {
  return opening !== undefined || lesson !== undefined || exercise !== undefined;
}

function lessonNotes(context: MessageContext | undefined, before: Told, told: Told): string[] {
  const { lesson, section } = context ?? {};
  return [
    ...(lesson !== undefined && told.lesson !== before.lesson
      ? [`The lesson “${named(lesson.title)}”, as the student sees it:\n${quoted(lesson.text)}`]
      : []),
    ...(section !== undefined && section !== before.section
      ? [`The student is at the section “${named(section)}”.`]
      : []),
  ];
}

function toldBy({ record, context, exerciseState }: PromptParts): Told {
  const { lesson, section } = context ?? {};
  return {
    ...record.told,
    opening: true,
    ...(lesson && { lesson: fingerprint(lesson.path + lesson.text) }),
    ...(section !== undefined && { section }),
    ...(exerciseState !== undefined && { exercise: fingerprint(exerciseState) }),
  };
}

function factsOf(context: MessageContext | undefined): MessageFacts {
  const { lesson, section, selection } = context ?? {};
  return {
    ...(lesson && { lesson: lesson.title }),
    ...(section !== undefined && { section }),
    ...(selection !== undefined && { selection }),
  };
}

/** A name between quotation marks, which it cannot end. */
function named(name: string): string {
  return oneLine(name).replace(/[“”]/g, '"');
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
