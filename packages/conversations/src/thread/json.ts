import type { Conversation, Thread, ThreadItem } from '@agent-factory/protocol/conversations';
import { saidText } from './said-text.js';

/** A conversation as JSON, to keep or for another program: a piece at a time, as it may be long. */
export function* threadToJson(conversation: Conversation, { items, usage }: Thread): Generator<string> {
  const head = { format: 'af-practice-conversation', formatVersion: 1, ...conversation, usage };
  yield `${JSON.stringify(head, null, 2).slice(0, -'\n}'.length)},\n  "items": [`;
  for (const [index, item] of items.entries()) {
    // No text in JSON has line ends of its own.
    const lines = JSON.stringify(shown(item), null, 2).replaceAll('\n', '\n    ');
    yield `${index === 0 ? '' : ','}\n    ${lines}`;
  }
  yield `${items.length === 0 ? '' : '\n  '}]\n}\n`;
}

function shown(item: ThreadItem): ThreadItem {
  return item.kind === 'answer' || item.kind === 'reasoning' ? { ...item, text: saidText(item) } : item;
}
