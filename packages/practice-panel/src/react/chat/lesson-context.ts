import { MAX_CONTEXT_LENGTH, type MessageContext, type MessageFacts } from '@agent-factory/protocol/conversations';
import type { ReadLesson } from './chat-props.js';

/** Longest name of a lesson or a section that is sent along, in characters, as the server takes it. */
export const MAX_WORD_LENGTH = 200;

/** The lesson as it is sent along. Its text is read only now. */
export function lessonContext({ path, title, getText }: ReadLesson): NonNullable<MessageContext['lesson']> {
  return { path, title: title.slice(0, MAX_WORD_LENGTH), text: getText().slice(0, MAX_CONTEXT_LENGTH) };
}

/**
 * What a question that is sent again takes along: what it had, except that the lesson is the one before the student's
 * eyes, as a question remembers only its name. An agent that failed may have read nothing of it the first time.
 */
export function contextAgain(
  { lesson: lessonName, section, selection }: MessageFacts,
  lesson: ReadLesson | undefined,
): { context?: MessageContext } {
  const context: MessageContext = {
    ...(lessonName !== undefined && lesson && { lesson: lessonContext(lesson) }),
    ...(section !== undefined && { section }),
    ...(selection !== undefined && { selection }),
  };
  return Object.keys(context).length === 0 ? {} : { context };
}
