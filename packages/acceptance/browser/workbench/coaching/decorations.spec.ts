import { MARK_STYLES } from '@agent-factory/protocol/coach';
import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import { collectSpoken } from '../room/spoken.js';

test.use({ tenant: 'agent', files: { 'poem.txt': 'one\ntwo\nthree\nfour\nfive\nsix\n' } });

/** What each style is called where its colour is not seen. */
const NAMES = { hint: 'Hint', focus: 'Work here', warning: 'Warning', error: 'Error', success: 'Well done' };

test('marks of each style add up, move with their lines, and go when they are cleared [workbench decorations]', async ({
  workbench,
  desk,
}) => {
  const tools = await desk.tools();
  await workbench.hints.press('End');
  await workbench.edit('poem.txt');
  for (const [at, style] of MARK_STYLES.entries())
    await tools.call('paige_highlight_lines', { path: 'poem.txt', start: at + 1, end: at + 1, style });
  for (const [at, style] of MARK_STYLES.entries()) {
    await expect(workbench.line(at + 1)).toHaveClass(new RegExp(`wb-mark-${style}`));
    await expect(workbench.sign(`${NAMES[style]}, line ${at + 1}`)).toBeVisible();
  }
  const marked = workbench.text.locator('.wb-mark');
  const colours = await marked.evaluateAll((lines) => lines.map((line) => getComputedStyle(line).backgroundColor));
  expect(new Set(colours).size, 'no two styles look alike').toBe(MARK_STYLES.length);

  await tools.call('paige_highlight_lines', { path: 'poem.txt', start: 1, end: 2, style: 'error', hoverText: 'both' });
  await expect(workbench.line(1)).toHaveClass(/wb-mark-hint/);
  await expect(workbench.line(1)).toHaveClass(/wb-mark-error/);
  await expect(workbench.sign(/Error, lines 1 to 2: both\s+Hint, line 1/)).toBeVisible();

  await workbench.text.focus();
  await workbench.page.keyboard.press('ControlOrMeta+Home');
  await workbench.page.keyboard.press('Enter');
  await workbench.page.keyboard.press('ArrowUp');
  await workbench.type('a new line');
  await expect(workbench.line(1)).not.toHaveClass(/wb-mark/);
  await expect(workbench.line(4)).toHaveText('three');
  await expect(workbench.line(4)).toHaveClass(/wb-mark-warning/);
  await expect(workbench.sign('Warning, line 4')).toBeVisible();

  await tools.call('paige_clear_highlights', { path: 'poem.txt' });
  await expect(marked).toHaveCount(0);
});

test('a mark tells its words to a resting pointer, and by keyboard [workbench decorations]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const spoken = await collectSpoken(page);
  await workbench.reload();
  const tools = await desk.tools();
  await workbench.hints.press('End');
  await workbench.show('poem.txt');
  const words = 'Does <b>this</b> rhyme?';
  await tools.call('paige_highlight_lines', { path: 'poem.txt', start: 5, end: 5, style: 'hint', hoverText: words });
  const hint = page.getByRole('tooltip');
  await workbench.line(5).hover({ position: { x: 20, y: 5 } });
  await expect(hint).toHaveText(`Hint: ${words}`);
  await page.mouse.move(0, 0);
  await expect(hint).toHaveCount(0);

  await workbench.text.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await spoken.take();
  await page.keyboard.press('F8');
  await expect(page.locator('.wb-status-position')).toHaveText('Line 5, column 1');
  await expect.poll(() => spoken.take()).toContain(`Hint, line 5: ${words}`);
  await page.keyboard.press('Alt+F1');
  await expect(hint).toHaveText(`Hint: ${words}`);
  await expect.poll(() => spoken.take()).toContain(`Hint: ${words}`);
  await page.keyboard.press('Escape');
  await expect(hint).toHaveCount(0);
});
