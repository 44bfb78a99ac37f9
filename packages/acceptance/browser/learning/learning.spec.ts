import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { SOLUTION, test } from '../classroom/classroom.js';
import { giveItMemory, writeForgetfulAgent } from '../classroom/first-agent-steps.js';
import { openShell } from '../classroom/shell-screen.js';
import { entryOf } from './progress-page.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

const FIRST = 'Begins with its name and instructions';
const MEMORY = 'Remembers earlier turns';

/** Begins to note how many criteria are on the page while a check runs; the returned function tells it. */
async function recordRunningRows(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const counts: number[] = [];
    const look = () => {
      const running = document.querySelector('.practice-results[aria-busy=true]');
      const count = running?.querySelectorAll('[data-earlier=false] .practice-criterion').length;
      if (count && counts.at(-1) !== count) counts.push(count);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
    Object.assign(window, { runningRows: counts });
  });
  return () => page.evaluate(() => (window as unknown as { runningRows: number[] }).runningRows);
}

test('a row is shown as soon as it is judged, while the next is still being checked [exercises 3 learning]', async ({
  practice,
  classroom,
}) => {
  await openShell(practice);
  const solution = await readFile(join(SOLUTION, 'agent.py'), 'utf8');
  // The first criterion passes at once; the second runs until its time is up, and the others build on it.
  const hanging = solution.replace(
    '        if not text.strip():',
    '        while True:\n            pass\n        if not text.strip():',
  );
  expect(hanging).not.toBe(solution);
  await writeFile(join(classroom.workspace, 'agent.py'), hanging);
  const runningRows = await recordRunningRows(practice.page);
  await practice.check();
  await practice.waitUntilChecked();
  expect((await runningRows())[0]).toBe(1);
});

test('a student learns by hints and by saving, completes, goes on, and finds the progress after a restart [exercises 3 learning] [exercises 3 hints] [exercises 3 watch] [exercises 3 next] [exercises 4 progress-page]', async ({
  practice,
  classroom,
}, testInfo) => {
  const { page, panel, results } = practice;
  const picture = (name: string) => page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
  await openShell(practice);

  await test.step('rows come by stage, with what was expected and found', async () => {
    await practice.check();
    await practice.waitUntilChecked();
    await expect(results.getByRole('list', { name: 'Somebody 0 of 2' })).toBeVisible();
    await expect(results.getByRole('group', { name: `Expected: ${FIRST}` })).not.toBeEmpty();
    await expect(results.getByRole('group', { name: `Found: ${FIRST}` })).not.toBeEmpty();
    await expect(results.locator('[data-status=skipped]').first()).toContainText(FIRST);
    await picture('1-checked');
  });

  await test.step('the first hint is free, the next one opens with a check, and both are there after F5', async () => {
    await results.getByRole('button', { name: 'Show hint 1 of 4' }).click();
    await expect(results.getByText('Hint 1 of 4', { exact: true })).toBeVisible();
    const next = results.getByRole('button', { name: 'Show hint 2 of 4' });
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await expect(results).toContainText('opens with your next check, or in 3 minutes');
    await picture('2-hint');
    await practice.check();
    await practice.waitUntilChecked();
    await next.click();
    await expect(results.getByText('Hint 2 of 4', { exact: true })).toBeVisible();
    await page.reload();
    await practice.practiceButton.click();
    await practice.waitUntilConnected();
    await practice.check();
    await expect(results.getByText('Hint 2 of 4', { exact: true })).toBeVisible();
    await practice.waitUntilChecked();
  });

  const watch = panel.getByRole('region', { name: 'Check on save' });
  await test.step('what is saved is checked at once, marked as unofficial, across a restart of the daemon', async () => {
    await results.getByRole('checkbox', { name: 'Check on save' }).check();
    await expect(watch).toContainText('Unofficial, not counted');
    await expect(watch).toContainText('0 of 6 criteria met');
    await writeForgetfulAgent(classroom.workspace);
    await expect(watch).toContainText('After agent.py was saved.');
    await expect(watch.getByRole('list', { name: 'Somebody 2 of 2' })).toBeVisible();
    await expect(watch.locator('[data-status=failed]').filter({ hasText: MEMORY })).toBeVisible();
    await picture('3-watching');
    await classroom.daemon.kill();
    await expect(watch).toContainText('goes on when it is back');
    await classroom.daemon.restart();
    await practice.waitUntilConnected();
    await expect(watch.locator('[data-status=failed]').filter({ hasText: MEMORY })).toBeVisible();
    await giveItMemory(classroom.workspace);
    await expect(watch).toContainText('Everything passes: press Check My Work to make it count.');
    await expect(panel.getByText('Completed', { exact: true })).toHaveCount(0);
    await picture('4-everything-passes');
  });

  await test.step('the check that counts completes the exercise, and the next one is offered', async () => {
    await practice.check();
    await expect(practice.celebration).toBeVisible();
    await expect(panel.getByText('Completed', { exact: true })).toBeVisible();
    await expect(results.getByRole('link', { name: 'Next: Give an Agent Tools' })).toBeInViewport();
    await results.getByRole('button', { name: 'Show solution…' }).click();
    const solution = page.getByRole('dialog', { name: 'One solution' });
    await expect(solution).toContainText(firstLine(await readFile(join(SOLUTION, 'agent.py'), 'utf8')));
    await solution.getByRole('button', { name: 'Close' }).click();
    await picture('5-complete');
    await panel.getByRole('button', { name: 'Finish' }).click();
    await expect(panel.getByRole('heading', { name: 'Exercise finished' })).toBeVisible();
    await panel.getByRole('link', { name: 'Next: Give an Agent Tools' }).click();
    await expect(page).toHaveURL(/giving-an-agent-tools$/);
    await expect(practice.practiceButton).toHaveText('Practice');
  });

  await test.step('the page of progress knows it all after the daemon was started anew', async () => {
    await classroom.daemon.stop();
    await classroom.daemon.restart();
    await page.getByRole('link', { name: 'Progress', exact: true }).click();
    const entry = entryOf(page, 'Build Your First Agent');
    await expect(entry.locator('.practice-standing')).toHaveText('Completed');
    await expect(entry).toContainText('Criteria passed6 of 6');
    await expect(entry).toContainText('Attempts4');
    await expect(entry).toContainText('Hints used2, and the solution');
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
    await picture('6-progress');
  });
});

test.describe('before completion', () => {
  test('the solution is shown only after a confirmation, and written nowhere [exercises 3 solution]', async ({
    practice,
    classroom,
  }) => {
    const { page, results } = practice;
    await openShell(practice);
    const before = await readFile(join(classroom.workspace, 'agent.py'), 'utf8');
    await practice.check();
    await practice.waitUntilChecked();
    const button = results.getByRole('button', { name: 'Show solution…' });
    await button.click();
    const question = page.getByRole('dialog', { name: 'See the solution now?' });
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await question.getByRole('button', { name: 'Show solution' }).click();
    await expect(page.getByRole('dialog', { name: 'One solution' })).toContainText('class Agent:');
    expect(await readFile(join(classroom.workspace, 'agent.py'), 'utf8')).toBe(before);
  });
});

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
