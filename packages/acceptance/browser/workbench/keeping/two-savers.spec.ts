import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import { WorkbenchPage } from '../room/workbench-page.js';

const MINE = '# Shop\nof the first';
const THEIRS = '# Shop\nof the second';
/** What a window says that was too late. */
const conflict = ({ page }: WorkbenchPage) => page.getByText(/has changed on disk|written by another program/);
const keepMine = ({ page }: WorkbenchPage) => page.getByRole('button', { name: /^Keep mine( as it was)?$/ }).click();

/** A window of another browser, with the same file. */
const second = base();

function base() {
  return test.extend<{ other: WorkbenchPage }>({
    other: async ({ browser, workbench, desk }, use) => {
      const context = await browser.newContext();
      const other = new WorkbenchPage(await context.newPage());
      await other.open((await desk.project()).url);
      for (const [window, text] of [
        [workbench, 'of the first'],
        [other, 'of the second'],
      ] as const) {
        await window.edit('README.md');
        await window.type(text);
        await window.expectTab('README.md', 'unsaved');
      }
      await use(other);
      await context.close();
    },
  });
}

second(
  'of two windows the one that saves later is told, and loses nothing [workbench two-savers]',
  async ({ workbench, other, desk }) => {
    await workbench.save();
    await expect.poll(() => desk.read('README.md')).toBe(MINE);
    await expect(conflict(other)).toBeVisible();
    await other.text.focus();
    await other.save();
    const choice = other.page.getByRole('region', { name: 'Conflict in README.md' });
    await expect(choice).toContainText('of the first');
    await expect(choice).toContainText('of the second');
    expect(await desk.read('README.md')).toBe(MINE);
    await choice.getByRole('button', { name: 'Keep mine as it was' }).click();
    await expect.poll(() => desk.read('README.md')).toBe(THEIRS);
    await expect(workbench.text).toContainText('of the second');
    await workbench.expectTab('README.md', 'saved');
  },
);

second(
  'of two windows that save at the same moment one is told, and both texts are there [workbench two-savers]',
  async ({ workbench, other, desk }) => {
    await Promise.all([workbench.save(), other.save()]);
    await expect.poll(() => desk.read('README.md')).not.toBe('# Shop\n');
    const written = await desk.read('README.md');
    expect([MINE, THEIRS]).toContain(written);
    const [winner, loser] = written === MINE ? [workbench, other] : [other, workbench];
    await expect(conflict(loser)).toBeVisible();
    await winner.expectTab('README.md', 'saved');
    await keepMine(loser);
    await expect.poll(() => desk.read('README.md')).toBe(written === MINE ? THEIRS : MINE);
  },
);

second(
  'a shell that writes while two windows save takes no text away [workbench two-savers]',
  async ({ workbench, other, desk }) => {
    const shell = '# Shop\nof the shell\n';
    await Promise.all([workbench.save(), desk.write('README.md', shell), other.save()]);
    const told = async () => (await conflict(workbench).count()) + (await conflict(other).count());
    await expect.poll(told).toBeGreaterThan(0);
    await expect(workbench.saved).not.toHaveText('Saving…');
    await expect(other.saved).not.toHaveText('Saving…');
    const written = await desk.read('README.md');
    expect([MINE, THEIRS, shell]).toContain(written);
    for (const [window, text] of [
      [workbench, MINE],
      [other, THEIRS],
    ] as const) {
      if (written === text) continue;
      await expect(conflict(window)).toBeVisible();
      await keepMine(window);
      await window.text.focus();
      await window.save();
      await expect.poll(() => desk.read('README.md')).toBe(text);
    }
  },
);
