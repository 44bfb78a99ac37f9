import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import type { Desk } from '../../../src/workbench/desk.js';
import { test } from '../room/room.js';
import type { WorkbenchPage } from '../room/workbench-page.js';

const run = promisify(execFile);

/** As the student does in a terminal of their own. */
const shell = ({ folder, student }: Desk, command: string) =>
  run('/bin/sh', ['-c', command], { cwd: folder, env: { PATH: student.env.PATH ?? '' } });

/** The row that the keyboard is on. */
const current = ({ tree, page }: WorkbenchPage) =>
  tree
    .getAttribute('aria-activedescendant')
    .then((id) => (id === null ? null : page.locator(`[id="${id}"]`).getAttribute('aria-label')));

test('what a shell makes, changes and removes shows in the tree, which keeps focus and folds [workbench tree-live]', async ({
  workbench,
  desk,
}) => {
  await workbench.show('src/money.py');
  await workbench.row('money.py').click();
  await workbench.tree.focus();
  await workbench.page.keyboard.press('ArrowUp');
  await expect.poll(() => current(workbench)).toBe('cart.py');

  await shell(desk, 'echo 1 >src/basket.py && mkdir -p deep/er && echo 2 >deep/er/inside.txt && rm README.md');
  await expect(workbench.row('basket.py')).toBeVisible();
  await expect(workbench.row('deep')).toHaveAttribute('aria-expanded', 'false');
  await expect(workbench.row('README.md')).toHaveCount(0);
  await expect.poll(() => current(workbench)).toBe('cart.py');
  await expect(workbench.tree).toBeFocused();
  await expect(workbench.row('src')).toHaveAttribute('aria-expanded', 'true');

  await shell(desk, 'mv src/basket.py src/purse.py && echo "class Coin: ..." >src/money.py && rm -r tests');
  await expect(workbench.row('purse.py')).toBeVisible();
  await expect(workbench.row('basket.py')).toHaveCount(0);
  await expect(workbench.row('tests')).toHaveCount(0);
  await expect(workbench.text).toContainText('class Coin');
  await expect.poll(() => current(workbench)).toBe('cart.py');
  await workbench.unfold('deep');
  await workbench.unfold('er');
  await expect(workbench.row('inside.txt')).toBeVisible();
});

test('the row of the keyboard, when it is removed, passes it to one beside it [workbench tree-live]', async ({
  workbench,
  desk,
}) => {
  await workbench.show('src/cart.py');
  await workbench.tree.focus();
  await expect.poll(() => current(workbench)).toBe('cart.py');
  await shell(desk, 'rm src/cart.py');
  await expect(workbench.row('cart.py')).toHaveCount(0);
  await expect.poll(() => current(workbench)).not.toBeNull();
  await expect(workbench.tree).toBeFocused();
});

test.describe('a long tree', () => {
  const names = Array.from({ length: 300 }, (_, at) => `file-${String(at).padStart(3, '0')}.txt`);
  test.use({ files: Object.fromEntries(names.map((name) => [name, `${name}\n`])) });

  test('stays where it was scrolled to when files come and go above [workbench tree-live]', async ({
    workbench,
    desk,
  }) => {
    const top = () => workbench.tree.evaluate((tree) => tree.scrollTop);
    await workbench.tree.focus();
    await workbench.tree.evaluate((tree) => tree.scrollTo(0, 3000));
    await expect(workbench.row('file-130.txt')).toBeVisible();
    const before = await top();
    await shell(desk, 'touch aaa-first.txt zzz-last.txt && rm file-299.txt');
    await expect(workbench.row('file-130.txt')).toHaveAttribute('aria-posinset', '132');
    expect(Math.abs((await top()) - before)).toBeLessThan(60);
    await workbench.page.keyboard.press('End');
    await expect(workbench.row('zzz-last.txt')).toBeVisible();
  });
});
