import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoachDesk } from '../fixtures/coach-desk.js';
import type { TestPage } from '../fixtures/test-page.js';

const PATH = 'src/a.ts';
const cursorPosition = { line: 1, column: 3 };

let desk: CoachDesk;
let page: TestPage;
beforeEach(async () => {
  desk = await CoachDesk.make({ [PATH]: 'const a = 1;\n' });
  await desk.begin();
  page = await desk.page();
  await page.say('file:open', { path: PATH });
});
afterEach(() => desk[Symbol.asyncDispose]());

const type = (content: string) => page.say('buffer:update', { path: PATH, content, cursorPosition });

describe('what is typed', () => {
  test('is kept, and not answered [coaching-backend 5.4] [coaching-backend FR-056] [coaching-backend SC-025]', async () => {
    const other = await desk.page();
    const counts = [page.told.length, other.told.length];
    await type('const ab = 1;\n');
    expect(await desk.call('paige_get_buffer', { path: PATH })).toEqual({
      buffer: {
        path: PATH,
        content: 'const ab = 1;\n',
        cursorPosition,
        dirty: true,
        lastUpdated: expect.stringMatching(/Z$/),
      },
    });
    expect([page.typesAfter(counts[0] ?? 0), other.typesAfter(counts[1] ?? 0)]).toEqual([[], []]);
  });

  test('may be sent as what has changed', async () => {
    const changes = [{ from: 6, to: 7, insert: 'total' }];
    await page.say('buffer:update', { path: PATH, changes, length: 13, cursorPosition });
    expect((await desk.call('paige_get_buffer', { path: PATH })).buffer?.content).toBe('const total = 1;\n');
  });

  test('that does not fit is asked for as a whole', async () => {
    const id = await page.say('buffer:update', { path: PATH, changes: [], length: 99, cursorPosition });
    expect(page.last).toMatchObject({
      type: 'connection:error',
      id,
      payload: { code: 'buffer_out_of_step', context: { path: PATH, type: 'buffer:update' } },
    });
  });

  test('is summed up every half minute, for each file that is not saved [coaching-backend 4.2] [coaching-backend FR-043] [coaching-backend SC-018]', async () => {
    await type('const ab = 1;\n');
    await type('const abc = 1;\n');
    expect(desk.actions('buffer_summary')).toEqual([]);
    desk.clock.tick();
    desk.clock.tick();
    expect(desk.actions('buffer_summary').map(({ data }) => data)).toEqual([
      { path: PATH, editCount: 2, charDelta: 2, charCount: 15 },
    ]);
  });

  test('is not summed up where nothing is unsaved [coaching-backend 4.7]', async () => {
    desk.clock.tick();
    await type('const ab = 1;\n');
    await page.say('file:save', { path: PATH, content: 'const ab = 1;\n' });
    desk.clock.tick();
    expect(desk.actions('buffer_summary')).toEqual([]);
  });

  test('is written down at once where it is much [coaching-backend 4.3] [coaching-backend FR-044] [coaching-backend SC-019]', async () => {
    await type('const a = 1; // and more than half as long again\n');
    expect(desk.actions('buffer_significant_change').map(({ data }) => data)).toEqual([
      { path: PATH, previousCharCount: 13, newCharCount: 49, delta: 36 },
    ]);
  });

  test('is no longer summed up when the session ends [coaching-backend 4.8] [coaching-backend FR-047]', async () => {
    await type('const ab = 1;\n');
    expect(desk.clock.running).toBe(1);
    await desk.coach.endSession('kata', 'completed');
    expect(desk.clock.running).toBe(0);
    await type('const abc = 1;\n');
    desk.clock.tick();
    expect(desk.actions('buffer_summary')).toEqual([]);
  });

  test('is no longer summed up when the daemon closes [coaching-backend EC-18] [coaching-backend FR-047]', async () => {
    await type('const ab = 1;\n');
    await desk.coach.close();
    expect(desk.clock.running).toBe(0);
  });

  test('counts as no edit where only the cursor has moved', async () => {
    await type('const a = 1;\n');
    await type('const ab = 1;\n');
    await type('const ab = 1;\n');
    desk.clock.tick();
    expect(desk.actions('buffer_summary')).toMatchObject([{ data: { editCount: 1 } }]);
  });

  test('in a file whose text nobody knew counts from there', async () => {
    await desk.restart();
    await desk.coach.beginSession('kata');
    page = await desk.page();
    await type(`${'x'.repeat(2000)}\n`);
    expect(desk.actions('buffer_significant_change')).toEqual([]);
  });
});
