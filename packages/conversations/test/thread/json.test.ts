import { type Conversation, EMPTY_THREAD, type ThreadItem } from '@agent-factory/protocol/conversations';
import { expect, test } from 'vitest';
import { threadToJson } from '../../src/thread/json.js';

const CONVERSATION = { id: 'c', title: 'A "talk"\nin two lines' } as unknown as Conversation;

function answer(id: string, text: string): ThreadItem {
  return { eventId: 1, at: '2026-01-01T00:00:00.000Z', kind: 'answer', id, text, isDone: true };
}

test.each([
  ['none', []],
  ['one', [answer('a', 'x')]],
  ['several, over lines', [answer('a', 'x\n  y'), answer('b', '\u2028"}\n]')]],
] as [string, ThreadItem[]][])('a conversation of %s is the JSON of the whole, in pieces', (_, items) => {
  const pieces = [...threadToJson(CONVERSATION, { ...EMPTY_THREAD, items })];
  const whole = { format: 'af-practice-conversation', formatVersion: 1, ...CONVERSATION, usage: {}, items };
  expect(pieces.join('')).toBe(`${JSON.stringify(whole, null, 2)}\n`);
  expect(pieces).toHaveLength(items.length + 2);
});
