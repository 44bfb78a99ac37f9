import { MAX_CONTEXT_LENGTH, type MessageContext } from '@agent-factory/protocol/conversations';
import type { Reading } from '../reading-context.js';

/** Longest selection and longest title that the server takes, in characters. */
const MAX_SELECTION_LENGTH = 20_000;
const MAX_WORD_LENGTH = 200;

/** What goes along with a first message: the lesson, where the student is in it, and what they have selected. */
export function readContext({ lesson, selection = '' }: Reading): MessageContext | undefined {
  const context: MessageContext = {
    ...(lesson && { lesson: lessonContext(lesson) }),
    ...(lesson?.section && { section: lesson.section.slice(0, MAX_WORD_LENGTH) }),
    ...(selection !== '' && { selection: selection.slice(0, MAX_SELECTION_LENGTH) }),
  };
  return Object.keys(context).length === 0 ? undefined : context;
}

function lessonContext({
  path,
  title,
  getText,
}: NonNullable<Reading['lesson']>): NonNullable<MessageContext['lesson']> {
  return { path, title: title.slice(0, MAX_WORD_LENGTH), text: getText().slice(0, MAX_CONTEXT_LENGTH) };
}
