import type { Conversation } from '../conversation.js';

/** One item of the input as Codex sends it; only the parts a scenario chooses by. */
interface WireItem {
  type: string;
  role?: string;
  content?: readonly { type: string; text?: string }[];
  output?: string;
}

/** Body of `POST /responses`, as far as it is read here. */
export interface ResponsesRequest {
  model: string;
  input: readonly WireItem[];
}

/** What Codex says in the student's name: where it runs, which skills there are, that a turn was interrupted. */
const ADDED = /<(\w+)[^>]*>[\s\S]*?<\/\1>/g;

export function conversationOf({ input }: ResponsesRequest): Conversation {
  const newest = input.findLast((item) => item.output !== undefined || wordsOf(item) !== '');
  return { userText: newest ? wordsOf(newest) : '', toolResult: newest?.output };
}

/** What the student has typed; nothing for every other item. */
function wordsOf({ role, content = [] }: WireItem): string {
  if (role !== 'user') return '';
  return content
    .map(({ text = '' }) => text.replace(ADDED, ''))
    .join('\n')
    .trim();
}
