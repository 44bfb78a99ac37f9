import { expect } from '@playwright/test';
import { test } from '../classroom/classroom.js';
import { openShell } from '../classroom/shell-screen.js';
import { expectPicture } from './pictures.js';

test.use({ machine: { agents: [] }, daemonFlags: ['--agent', 'shell'], contextOptions: { reducedMotion: 'reduce' } });

const PICTURE = 'terminal-1440-light.png';
/** For a picture that never becomes the same, in milliseconds. */
const IMPATIENT_MS = 5000;

test('a picture is another one without the button of Check My Work, and without one word of it', async ({
  practice,
}) => {
  // It would be taken for the new picture.
  test.skip(['all', 'changed'].includes(test.info().config.updateSnapshots), 'pictures are made in this run');
  await openShell(practice);
  const sheet = practice.page.locator('#study-sheet');
  await expectPicture(sheet, PICTURE);
  const check = practice.panel.getByRole('button', { name: 'Check My Work' });
  const expectAnother = async () => {
    const look = async () => {
      await expect(sheet).toHaveScreenshot(PICTURE, { caret: 'hide', timeout: IMPATIENT_MS });
    };
    await expect(look()).rejects.toThrow(/pixels \(.* are different/);
  };
  await check.evaluate((button) => button.style.setProperty('visibility', 'hidden'));
  await expectAnother();
  await sheet.getByText('Check My Work', { exact: true }).evaluate((button) => {
    button.style.removeProperty('visibility');
    button.textContent = 'Check My';
  });
  await expectAnother();
});
