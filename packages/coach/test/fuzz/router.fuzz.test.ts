import { deepValue, fc, flatValue, fuzz, jsonText, oddText } from '@agent-factory/fuzzing';
import { CLIENT_MESSAGE_TYPES } from '@agent-factory/protocol/coach';
import { afterAll, beforeAll, expect } from 'vitest';
import { CoachDesk } from '../fixtures/coach-desk.js';
import type { TestPage } from '../fixtures/test-page.js';

let desk: CoachDesk;
let page: TestPage;
beforeAll(async () => {
  desk = await CoachDesk.make({ 'a.ts': 'a\n', 'src/b.ts': 'b\n' });
  await desk.begin();
  page = await desk.page();
});
afterAll(() => desk[Symbol.asyncDispose]());

const path = fc.oneof(fc.constantFrom('a.ts', 'src/b.ts', 'src', '', '../x', 'new/file.ts'), oddText);
const count = fc.oneof(fc.constantFrom(0, 1, 2, 99), flatValue);
const position = fc.oneof(fc.record({ line: count, column: count }), flatValue);
const range = fc.record({ start: position, end: position });
const level = fc.oneof(fc.constantFrom('none', 'file', 'region', 'line'), flatValue);

/** Every field that any message has, some of them odd, some of them missing. */
const payload = fc.oneof(
  fc.record(
    {
      path,
      fromPath: path,
      toPath: path,
      content: fc.oneof(oddText, flatValue),
      version: fc.oneof(fc.constant(null), oddText),
      reload: fc.boolean(),
      changes: fc.array(fc.record({ from: count, to: count, insert: oddText }), { maxLength: 3 }),
      length: count,
      cursorPosition: position,
      selections: fc.array(range, { maxLength: 3 }),
      range,
      textLength: count,
      selectedText: oddText,
      level,
      previousLevel: level,
      lastActionTimestamp: count,
      cols: count,
      rows: count,
      input: oddText,
      muted: fc.boolean(),
      issueNumber: count,
      version2: flatValue,
    },
    { requiredKeys: [] },
  ),
  flatValue,
  deepValue,
);

const message = fc
  .record(
    {
      type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...CLIENT_MESSAGE_TYPES) }, oddText),
      payload,
      id: fc.oneof(fc.uuid(), flatValue),
      timestamp: fc.oneof(fc.constant(1), flatValue),
    },
    { requiredKeys: ['type', 'payload'] },
  )
  .map((made) => jsonText(made));

/** What is answered by nothing where it is right. */
const SILENT = /^(?:buffer:|editor:|file:close|explorer:collapse|hints:|user:idle|terminal:resize)/;

fuzz({
  parser: 'the coaching socket',
  says: 'whatever a page sends is answered or does what it says; nothing breaks',
  input: fc.oneof({ weight: 9, arbitrary: message }, oddText),
  cost: 10,
  holds: async (text) => {
    const before = page.told.length;
    await page.raw(text);
    const told = page.told.slice(before).filter(({ type }) => !type.startsWith('fs:tree_update'));
    if (told.length === 0) expect(JSON.parse(text).type).toMatch(SILENT);
    expect(desk.failures).toEqual([]);
    expect(told.filter(({ payload }) => (payload as { code?: string }).code === 'internal')).toEqual([]);
    page.told.length = 0;
  },
});
