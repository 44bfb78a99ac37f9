import { expect } from '@playwright/test';
import { test } from '../../classroom/classroom.js';
import { boxOf, overlap } from '../room/boxes.js';
import { WorkbenchPage } from '../room/workbench-page.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

test('lesson, Workbench and terminal share the page, as wide as the student makes them, and take turns on a phone [workbench layouts]', async ({
  practice,
}) => {
  const { page } = practice;
  const workbench = new WorkbenchPage(page);
  const lesson = page.getByRole('article');
  const parts = () => Promise.all([lesson, workbench.part('Editor'), practice.terminal].map(boxOf));
  await practice.start();
  await practice.waitUntilConnected();
  await page.getByRole('button', { name: 'Side by side' }).click();
  await page.getByRole('tab', { name: 'Workbench' }).click();
  await workbench.show('agent.py');
  const [text, editor, terminal] = await parts();
  if (!text || !editor || !terminal) throw new Error('not drawn');
  expect([overlap(text, editor), overlap(editor, terminal), overlap(text, terminal)]).toEqual([false, false, false]);

  await page.getByRole('separator', { name: 'Width of the terminal' }).press('Shift+ArrowRight');
  await expect.poll(async () => (await boxOf(practice.terminal)).left).toBeGreaterThan(terminal.left);
  const { left } = await boxOf(practice.terminal);
  await page.reload();
  await practice.practiceButton.click();
  await practice.waitUntilConnected();
  await expect.poll(async () => Math.abs((await boxOf(practice.terminal)).left - left)).toBeLessThan(2);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: 'Workbench' }).click();
  await expect(practice.terminal).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Parts of the page' })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('tab', { name: 'Practice' }).click();
  await expect(workbench.tree).toBeHidden();
  await expect(practice.terminal).toBeVisible();
});
