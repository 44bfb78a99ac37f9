import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { SHELL_PROMPT } from '../../../src/index.js';
import { EXERCISE, test } from '../../classroom/classroom.js';
import { boxOf } from '../room/boxes.js';
import { WorkbenchPage } from '../room/workbench-page.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

const TYPED = '# Of the student';

/** From now on, the exercise of the lesson asks for the Workbench. */
async function askForWorkbench(page: Page): Promise<void> {
  await page.route('**/exercises/registry.json', async (route) => {
    const response = await route.fetch();
    const registry = (await response.json()) as { exercises: { id: string; workbench?: boolean }[] };
    for (const exercise of registry.exercises) if (exercise.id === EXERCISE) exercise.workbench = true;
    await route.fulfill({ response, json: registry });
  });
}

test('an exercise that does not ask for the Workbench has it in a tab, and the terminal goes on [workbench lesson-tab]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  const workbench = new WorkbenchPage(page);
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await expect(workbench.tree).toBeHidden();
  await page.getByRole('tab', { name: 'Workbench' }).click();
  await workbench.edit('agent.py');
  await workbench.type(TYPED);
  await workbench.save();
  await workbench.expectTab('agent.py', 'saved');
  const onDisk = () => readFile(join(classroom.workspace, 'agent.py'), 'utf8');
  await expect.poll(onDisk).toContain(TYPED);

  await page.getByRole('tab', { name: 'Practice' }).click();
  await practice.focusTerminal();
  await page.keyboard.type('echo more >>agent.py\n');
  await page.getByRole('tab', { name: 'Workbench' }).click();
  await expect(workbench.text).toContainText('more');
});

test('an exercise that asks for the Workbench has it beside the terminal from the start [workbench lesson-tab]', async ({
  practice,
}) => {
  const { page } = practice;
  const workbench = new WorkbenchPage(page);
  await askForWorkbench(page);
  await practice.start();
  await practice.waitUntilConnected();
  await expect(practice.terminal).toBeVisible();
  await workbench.show('agent.py');
  await expect(page.getByRole('button', { name: 'Side by side' })).toHaveAttribute('aria-pressed', 'true');
  const [editor, terminal] = await Promise.all([boxOf(workbench.part('Editor')), boxOf(practice.terminal)]);
  expect(editor.right).toBeLessThanOrEqual(terminal.left);
});
