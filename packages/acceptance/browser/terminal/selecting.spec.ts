import { expect } from '@playwright/test';
import { test } from '../classroom/classroom.js';
import { clipboardText } from '../classroom/clipboard.js';
import { hover, openShell, programTakesMouse, run } from '../classroom/shell-screen.js';
import { cellAt, selectionOf, viewOf } from '../classroom/terminal-rows.js';

test.use({
  daemonFlags: ['--agent', 'shell'],
  permissions: ['clipboard-read', 'clipboard-write'],
});

test('a double click selects a word, a triple click a line that was wrapped, whole [terminal 1 select-history]', async ({
  practice,
}) => {
  await openShell(practice);
  const { page, terminal } = practice;
  const long = 'word '.repeat(60);
  await run(practice, `clear; echo '${long}end'; printf 'fine %s\\n' day`, /^fine day$/m);
  const { x, y } = await cellAt(terminal, 0, 6);
  await page.mouse.dblclick(x, y);
  expect(await selectionOf(terminal)).toBe('word');
  await page.mouse.click(x, y, { clickCount: 3 });
  await page.keyboard.press('Control+Shift+C');
  expect((await clipboardText(page)).trimEnd()).toBe(`${long}end`);
  // The same in the history.
  await run(practice, 'seq 1 200', /^200$/m);
  await page.keyboard.press('Shift+Home');
  await expect.poll(async () => (await viewOf(terminal)).rows[0]).toMatch(/word word/);
  await page.mouse.click(x, y, { clickCount: 3 });
  await page.keyboard.press('Control+Insert');
  expect((await clipboardText(page)).trimEnd()).toBe(`${long}end`);
  expect((await viewOf(terminal)).open).toBe(true);
});

test('a selection dragged beyond the top goes on in the history, and is copied exactly [terminal 1 select-history]', async ({
  practice,
}) => {
  await openShell(practice);
  const { page, terminal } = practice;
  await run(practice, 'seq 1 3000', /^3000$/m);
  const { rows } = await viewOf(terminal);
  const from = await cellAt(terminal, rows.indexOf('2998'), 2);
  const box = await terminal.boundingBox();
  if (box === null) throw new Error('The terminal is not in sight');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, box.y + 100, { steps: 5 });
  await page.mouse.move(from.x, box.y - 30, { steps: 5 });
  await expect.poll(async () => (await viewOf(terminal)).open).toBe(true);
  await page.mouse.move(from.x, box.y - 40, { steps: 5 });
  await expect.poll(async () => Number((await viewOf(terminal)).rows[0])).toBeLessThan(2800);
  const target = await cellAt(terminal, 10, 0);
  await page.mouse.move(target.x, target.y, { steps: 5 });
  const first = Number((await viewOf(terminal)).rows[10]);
  await page.mouse.up();
  await page.keyboard.press('Control+Shift+C');
  const expected = [...Array.from({ length: 2998 - first }, (_, at) => first + at), '29'].join('\n');
  expect(await clipboardText(page)).toBe(expected);
});

test('what a program selects with its own mouse is not lost to it, and Shift selects anyway [terminal 1 select-history]', async ({
  practice,
  classroom,
}) => {
  await openShell(practice);
  const { page, terminal } = practice;
  await run(practice, 'seq 1 300 > numbers.txt; seq 1 100', /^100$/m);
  await page.keyboard.type('vim -u NONE -N -c "set mouse=a" numbers.txt');
  await page.keyboard.press('Enter');
  await classroom.pane.waitForScreen(/numbers.txt" 300L/);
  await programTakesMouse(practice);
  const { x, y } = await cellAt(terminal, 9, 0);
  await page.mouse.click(x, y);
  await expect.poll(async () => (await classroom.pane.state()).cursor.row).toBe(9);
  expect(await selectionOf(terminal)).toBe('');
  await page.keyboard.down('Shift');
  await page.mouse.dblclick(x, y);
  expect(await selectionOf(terminal)).toBe('10');
  await hover(practice);
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Shift');
  await expect.poll(async () => (await viewOf(terminal)).open).toBe(true);
});

test('the context menu copies what is selected, here and in the history [terminal 1 select-history]', async ({
  practice,
}) => {
  await openShell(practice);
  const { page, terminal } = practice;
  await run(practice, 'seq 1001 1200', /^1200$/m);
  const { rows } = await viewOf(terminal);
  const place = await cellAt(terminal, rows.indexOf('1190'), 1);
  // The browser's own menu acts on the field under the mouse, which therefore has to hold what is selected.
  const inMenu = () => page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value);
  await page.mouse.dblclick(place.x, place.y);
  await page.mouse.click(place.x, place.y, { button: 'right' });
  expect(await inMenu()).toBe('1190');
  await page.keyboard.press('Shift+PageUp');
  await expect.poll(async () => (await viewOf(terminal)).open).toBe(true);
  const above = (await viewOf(terminal)).rows[5] ?? '';
  const other = await cellAt(terminal, 5, 1);
  await page.mouse.dblclick(other.x, other.y);
  await page.mouse.click(other.x, other.y, { button: 'right' });
  expect(await inMenu()).toBe(above);
  await page.keyboard.type('x');
  expect((await viewOf(terminal)).open).toBe(false);
  await expect.poll(async () => (await viewOf(terminal)).rows.at(-1)).toMatch(/\$ x$/);
});
