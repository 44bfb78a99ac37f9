import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoachDesk } from '../fixtures/coach-desk.js';
import type { TestPage } from '../fixtures/test-page.js';

let desk: CoachDesk;
let page: TestPage;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'a.ts': 'const a = 1;\n' });
  await desk.begin();
  page = await desk.page();
});
afterEach(() => desk[Symbol.asyncDispose]());

const select = (line: number) => {
  const range = { start: { line, column: 1 }, end: { line, column: 2 } };
  return page.say('editor:selection', { path: 'a.ts', range, textLength: 1 });
};
const written = () =>
  desk
    .actions('selection', 'tab_switch')
    .map(({ action_type, data }) => [action_type, (data as { range?: { start: object } }).range?.start]);

describe('a page that sends far more than anybody does', () => {
  test('lets others have their turn in between', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: 2000 }, () => page.say('user:idle_end', {})));
    isOver = true;
    expect(turns).toBeGreaterThan(3);
    expect(desk.actions('idle_end')).toHaveLength(2000);
  });

  test('is where it was last: of selections that come at once, that one is written down, before what comes after it', async () => {
    const said = [1, 2, 3].map(select);
    const tab = page.say('editor:tab_switch', { fromPath: 'a.ts', toPath: 'b.ts' });
    await Promise.all([...said, tab]);
    expect(written()).toEqual([
      ['selection', { line: 3, column: 1 }],
      ['tab_switch', undefined],
    ]);
  });

  test('is also where it is when nothing comes after it, and each time when that was not at once', async () => {
    for (const line of [1, 2]) {
      await Promise.all([select(7), select(line)]);
      await expect.poll(() => desk.actions('selection').length).toBe(line);
    }
    expect(written().map(([, start]) => start)).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 1 },
    ]);
  });
});
