import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import { WorkbenchPage } from '../room/workbench-page.js';

test.use({ tenant: 'agent' });

const WHY = 'Nothing is summed up here.';

test('the slider decides how much is shown, in every page of the project, and is kept [workbench hint-level]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const tools = await desk.tools();
  const other = new WorkbenchPage(await page.context().newPage());
  await other.open(page.url());
  await workbench.show('src/cart.py');
  await other.show('src/cart.py');
  await tools.call('paige_hint_files', { hints: [{ path: 'src/money.py', style: 'important', directories: true }] });
  const mark = { path: 'src/cart.py', start: 3, end: 3, style: 'focus', hoverText: WHY } as const;
  await tools.call('paige_highlight_lines', mark);
  const glow = /^money.py, important, says the coach$/;
  const expectShown = async (level: string, shown: { glow: boolean; mark: boolean; why: boolean }) => {
    for (const each of [workbench, other]) {
      await expect(each.hints).toHaveAttribute('aria-valuetext', new RegExp(`^${level}\\.`));
      await expect(each.page.getByRole('treeitem', { name: glow })).toHaveCount(shown.glow ? 1 : 0);
      await expect(each.text.locator('.wb-mark-focus')).toHaveCount(shown.mark ? 1 : 0);
      await expect(each.sign(`Work here, line 3: ${WHY}`)).toHaveCount(shown.why ? 1 : 0);
    }
  };
  await expectShown('Region', { glow: true, mark: true, why: false });
  await workbench.hints.press('ArrowRight');
  await expectShown('Line', { glow: true, mark: true, why: true });
  await other.hints.press('Home');
  await expectShown('None', { glow: false, mark: false, why: false });
  await other.hints.press('ArrowRight');
  await expectShown('File', { glow: true, mark: false, why: false });

  await desk.daemon.kill();
  await desk.daemon.restart();
  await page.reload();
  await workbench.arrive();
  await expect(workbench.hints).toHaveAttribute('aria-valuetext', /^File\./);
  await expect(other.connection).toHaveText('Connected');
  await expect(other.hints).toHaveAttribute('aria-valuetext', /^File\./);
});
