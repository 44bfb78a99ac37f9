import { type CDPSession, expect } from '@playwright/test';
import { test } from '../classroom/classroom.js';
import { openShell, run } from '../classroom/shell-screen.js';
import { cellAt, selectionOf, viewOf } from '../classroom/terminal-rows.js';

test.use({ daemonFlags: ['--agent', 'shell'], hasTouch: true });

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A finger on the screen. */
async function touch(session: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
}

test('a finger scrolls the history as far as it moves, and a resting one selects a word [terminal 1 touch-scroll]', async ({
  practice,
}) => {
  await openShell(practice);
  const { page, terminal } = practice;
  await run(practice, 'seq 1001 2000', /^2000$/m);
  const session = await page.context().newCDPSession(page);
  const from = await cellAt(terminal, 5, 20);
  const row = (await cellAt(terminal, 6, 20)).y - from.y;
  const moveBy = (rows: number) => touch(session, 'touchMove', { ...from, y: from.y + rows * row });
  // A finger that rests for half a second first would select.
  await Promise.all([touch(session, 'touchStart', from), moveBy(1)]);
  for (let moved = 2; moved <= 10; moved += 1) await moveBy(moved);
  await expect.poll(async () => (await viewOf(terminal)).open).toBe(true);
  await expect
    .poll(async () => {
      const { top, base } = await viewOf(terminal);
      return base - top;
    })
    .toBe(10);
  // The finger rests before it leaves: no flick.
  await page.waitForTimeout(150);
  await touch(session, 'touchEnd');
  const before = await viewOf(terminal);
  const word = await cellAt(terminal, 4, 1);
  await touch(session, 'touchStart', word);
  await expect.poll(() => selectionOf(terminal)).toBe(before.rows[4]);
  await touch(session, 'touchEnd');
  expect(await selectionOf(terminal)).toBe(before.rows[4]);
});
