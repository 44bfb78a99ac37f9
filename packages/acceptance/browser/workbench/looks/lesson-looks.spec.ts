import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../../src/index.js';
import { test } from '../../classroom/classroom.js';
import { expectPicture, inEverySizeAndColour } from '../../pictures/pictures.js';
import { WorkbenchPage } from '../room/workbench-page.js';

test.use({ daemonFlags: ['--agent', 'shell'], contextOptions: { reducedMotion: 'reduce' } });

test('the Workbench of a lesson looks as it did [workbench looks]', async ({ practice, classroom }) => {
  const { page } = practice;
  const workbench = new WorkbenchPage(page);
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await page.getByRole('tab', { name: 'Workbench' }).click();
  await workbench.edit('agent.py');
  await expect(workbench.text).toContainText('def ');
  // The top stays the top in a window of any size; of a line further down, what is in sight depends on the sizes before.
  await page.keyboard.press('ControlOrMeta+Home');
  await expect(workbench.line(1)).toBeInViewport();
  await expect(page.getByText('No coach here')).toBeVisible();
  await inEverySizeAndColour(page, async (end) => {
    await expectPicture(page, `workbench-lesson-${end}`);
  });
});
