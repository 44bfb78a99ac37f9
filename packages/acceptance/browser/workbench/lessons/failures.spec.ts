import { cp } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { SOLUTION, test } from '../../classroom/classroom.js';
import { WorkbenchPage } from '../room/workbench-page.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

test('a place that a check names leads to the line, which bears the words of the check until it passes [workbench where-link] [workbench failure-marks]', async ({
  practice,
  classroom,
}) => {
  const { page, results } = practice;
  const workbench = new WorkbenchPage(page);
  await practice.start();
  await practice.waitUntilConnected();
  await practice.check();
  const place = results.getByRole('button', { name: /^agent\.py:\d+$/ }).first();
  await expect(place).toBeVisible();
  const line = Number(((await place.textContent()) ?? '').split(':')[1]);
  await place.press('Enter');
  await expect(page.getByRole('tab', { name: 'Workbench' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.wb-status-position')).toContainText(`Line ${line}`);
  await expect(workbench.text).toHaveAttribute('aria-label', 'agent.py, editor');
  await expect(workbench.text).toBeFocused();
  await expect(workbench.line(line)).toBeInViewport();

  const failed = workbench.text.locator('.wb-failed').first();
  const note = workbench.text.getByRole('note', { name: 'Failed check' }).first();
  await expect(failed).toBeVisible();
  await expect(note).toContainText('agent.py');
  const words = ((await note.textContent()) ?? '').trim();
  await expect(workbench.sign(new RegExp(`^Failed check: ${escaped(words)}`))).toBeVisible();

  await cp(SOLUTION, classroom.workspace, { recursive: true, force: true });
  await expect(workbench.text).not.toContainText('NotImplementedError');
  await page.getByRole('tab', { name: 'Practice' }).click();
  await practice.check();
  await practice.waitUntilChecked();
  await page.getByRole('tab', { name: 'Workbench' }).click();
  await expect(workbench.text.locator('.cm-line').first()).toBeVisible();
  await expect(note).toHaveCount(0);
  await expect(failed).toHaveCount(0);
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
