import { MAX_CONTEXT_LENGTH, type MessageContext, type MessageFacts } from '@agent-factory/protocol/conversations';
import type { ReadLesson } from './chat-props.js';
import type { Reading } from './reading-context.js';

/** Longest name of a lesson or a section, and longest selection, that is sent along, in characters, as the server takes it. */
const MAX_WORD_LENGTH = 200;
const MAX_SELECTION_LENGTH = 20_000;

/** A part of it that may go along with a message. */
export type ContextPart = 'lesson' | 'section' | 'selection';

/** What goes along with a message: by default all of it. Undefined where nothing does. */
export function readContext(
  { lesson, selection = '' }: Pick<Reading, 'lesson' | 'selection'>,
  isOn: (part: ContextPart) => boolean = () => true,
): MessageContext | undefined {
  const context: MessageContext = {
    ...(lesson && isOn('lesson') && { lesson: lessonContext(lesson) }),
    ...(lesson?.section && isOn('section') && { section: lesson.section.slice(0, MAX_WORD_LENGTH) }),
    ...(selection !== '' && isOn('selection') && { selection: selection.slice(0, MAX_SELECTION_LENGTH) }),
  };
  return Object.keys(context).length === 0 ? undefined : context;
}

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
