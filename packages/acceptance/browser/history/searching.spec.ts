import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from '../classroom/classroom.js';
import { clipboardText } from '../classroom/clipboard.js';
import type { PracticePage } from '../classroom/practice-page.js';
import { openShell, run, screenShows } from '../classroom/shell-screen.js';
import { selectionOf, viewOf } from '../classroom/terminal-rows.js';
import { contrast } from './contrast.js';

test.use({ daemonFlags: ['--agent', 'shell'], permissions: ['clipboard-read', 'clipboard-write'] });

test('the search finds a line 40,000 up, counts, steps and gives the keyboard back [terminal 1 search-history]', async ({
  practice,
  classroom,
}) => {
  await openShell(practice);
  const { page, panel, terminal } = practice;
  await run(practice, 'echo Needle; seq 1 40000; echo needle', /^40000\nneedle$/m);
  await page.keyboard.press('Control+Shift+F');
  const input = panel.getByRole('searchbox', { name: 'Find in the terminal' });
  await expect(input).toBeFocused();
  const count = panel.getByRole('search').getByRole('status');
  await page.keyboard.type('needle');
  // The two of the command line and the two that it printed.
  await expect(count).toHaveText('4 of 4');
  expect(await selectionOf(terminal)).toBe('needle');
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('3 of 4');
  await screenShows(practice, /^Needle\n1\n2\n3$/m);
  expect(await selectionOf(terminal)).toBe('Needle');
  await page.keyboard.press('Shift+Enter');
  await expect(count).toHaveText('4 of 4');
  await panel.getByRole('button', { name: 'Match case' }).click();
  await expect(count).toHaveText('2 of 2');
  await input.fill('no such thing');
  await expect(count).toHaveText('No matches');
  expect((await new AxeBuilder({ page }).include('.practice-search').analyze()).violations).toEqual([]);
  await input.press('Escape');
  await expect(input).toHaveCount(0);
  await page.keyboard.type('echo back');
  await page.keyboard.press('Enter');
  await classroom.pane.waitForScreen(/^back$/m);
  expect((await viewOf(terminal)).open).toBe(false);
});

test('matches are counted up to 5,000, and it says where there are more [terminal 1 search-count]', async ({
  practice,
}) => {
  await openShell(practice);
  const { page, panel } = practice;
  const count = panel.getByRole('search').getByRole('status');
  const find = async () => {
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.type('needle');
  };
  await run(practice, 'yes nee""dle | head -5000; echo all $((40 + 2))', /^all 42$/m);
  await find();
  await expect(count).toHaveText('5,000 of 5,000');
  await page.keyboard.press('Escape');
  await run(practice, 'echo nee""dle', /echo nee""dle\nneedle$/m);
  await find();
  await expect(count).toHaveText('5,000+ matches');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('the current match stands out from the others, and they from the text [terminal 1 search-marks]', async ({
      practice,
    }) => {
      await openShell(practice);
      await run(practice, 'echo nee"dle" nee"dle" nee"dle"', /^needle needle needle$/m);
      await practice.page.keyboard.press('Control+Shift+F');
      await practice.page.keyboard.type('needle');
      await expect(practice.panel.getByRole('search').getByRole('status')).toHaveText('3 of 3');
      // Drawn with the frame after the count.
      await expect(async () => {
        const colours = await marksOf(practice, 'needle needle needle');
        const [terminal, other, gap, second, , present] = colours;
        expect([second, gap]).toEqual([other, terminal]);
        for (const pair of [
          [terminal, other],
          [other, present],
          [terminal, present],
        ]) {
          const [one = [], another = []] = pair;
          expect([pair, contrast(one, another) >= 3]).toEqual([pair, true]);
        }
      }).toPass();
    });
  });
}

/** The backgrounds in a row of this text, from the terminal's own on: each as red, green and blue from 0 to 255. */
async function marksOf({ terminal }: PracticePage, text: string): Promise<number[][]> {
  const colours = await terminal.locator('.practice-history').evaluateAll((screens, wanted) => {
    const shown = screens.find((screen) => getComputedStyle(screen).visibility === 'visible');
    const row = [...(shown?.querySelectorAll('.xterm-rows > div') ?? [])].find((each) => each.textContent === wanted);
    const backgrounds = [...(row?.children ?? [])].map((cell) => getComputedStyle(cell).backgroundColor);
    return [getComputedStyle(shown ?? document.body).backgroundColor, ...backgrounds];
  }, text);
  const solid = colours.map((colour) => (colour === 'rgba(0, 0, 0, 0)' ? (colours[0] ?? '') : colour));
  return solid
    .filter((colour, at) => colour !== solid[at - 1])
    .map((colour) => (colour.match(/\d+/g) ?? []).map(Number));
}

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('the matches have lines around them, the current one a thicker one [terminal 1 search-marks]', async ({
    practice,
  }) => {
    await openShell(practice);
    await run(practice, 'echo nee"dle" nee"dle"', /^needle needle$/m);
    await practice.page.keyboard.press('Control+Shift+F');
    await practice.page.keyboard.type('needle');
    await expect(practice.panel.getByRole('search').getByRole('status')).toHaveText('2 of 2');
    const marks = practice.terminal.locator('.xterm-find-result-decoration');
    const lines = () =>
      marks.evaluateAll((all) =>
        all.map((mark) => `${getComputedStyle(mark).outlineStyle} ${getComputedStyle(mark).outlineWidth}`).sort(),
      );
    await expect.poll(lines).toEqual(['solid 1px', 'solid 1px', 'solid 3px']);
  });
});

test('the session can be read as plain text by keyboard [terminal 6 reading-view]', async ({ practice, classroom }) => {
  await openShell(practice);
  const { page } = practice;
  await run(practice, `seq 1 2000; printf '\\033[31m%0200d\\033[0m\\n' 7`, /0007$/m);
  await page.keyboard.press('Control+Shift+L');
  const dialog = page.getByRole('dialog', { name: 'The session as text' });
  await expect(dialog.getByRole('status')).toHaveText(/^2,\d+ lines, the newest last\.$/);
  const text = dialog.getByRole('region', { name: 'Text of the session' });
  await expect(text).toBeFocused();
  expect(await text.textContent()).toContain(`\n1999\n2000\n${'0'.repeat(199)}7\n`);
  expect((await new AxeBuilder({ page }).include('.practice-reading').analyze()).violations).toEqual([]);
  await page.keyboard.press('Home');
  await expect.poll(() => text.evaluate((element) => element.scrollTop)).toBe(0);
  await classroom.pane.type('echo "la""ter"');
  await classroom.pane.press('Enter');
  await classroom.pane.waitForScreen(/^later$/m);
  await dialog.getByRole('button', { name: 'Refresh' }).click();
  await expect(text).toContainText('\nlater\n');
  await dialog.getByRole('button', { name: 'Copy all' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Copied.');
  expect(await clipboardText(page)).toContain('\nlater\n');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.type('echo typed');
  await page.keyboard.press('Enter');
  await classroom.pane.waitForScreen(/^typed$/m);
});
