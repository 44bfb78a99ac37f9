import { expect } from '@playwright/test';
import type { CoachTools } from '../../../src/workbench/coach-tools.js';
import { test } from '../room/room.js';
import type { WorkbenchPage } from '../room/workbench-page.js';

test.use({ tenant: 'agent' });

const SAVED = 'class Money:\n    pass\n';
const TYPED = '# typed and not saved';

/** What the agent is told when it looks. */
async function look(tools: CoachTools) {
  const asked = [
    tools.call('paige_get_open_files', {}).then(({ files }) => files),
    tools.call('paige_get_buffer', { path: 'src/money.py' }).then(({ buffer }) => buffer?.content),
    tools.call('paige_get_diff', {}).then(({ diffs }) => diffs.map(({ diff }) => diff).join()),
  ];
  const [files, text, diff] = await Promise.all(asked.map((answer) => answer.catch((error: Error) => error.message)));
  return { files, text, diff };
}

async function choose({ page }: WorkbenchPage, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: from }).click();
  const choices = page.getByRole('group', { name: 'What the agent may see' });
  await choices.getByRole('radio', { name: to, exact: true }).check();
  await page.keyboard.press('Escape');
}

test('the agent sees saved files and open tabs, or everything, or nothing, as the student says [workbench visibility]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const tools = await desk.tools();
  await workbench.edit('src/money.py');
  await workbench.type(TYPED);
  await workbench.expectTab('money.py', 'unsaved');

  await expect(page.getByRole('button', { name: 'Agent sees saved files' })).toBeInViewport();
  const saved = await look(tools);
  expect(saved).toMatchObject({ files: ['src/money.py'], text: SAVED });
  expect(saved.diff).toContain('shares only saved files');

  await choose(workbench, 'Agent sees saved files', 'Everything');
  await expect(page.getByRole('button', { name: 'Agent sees everything' })).toBeInViewport();
  await expect.poll(async () => (await look(tools)).text).toBe(`${SAVED}${TYPED}`);
  expect((await look(tools)).diff).toContain(`+${TYPED}`);

  await choose(workbench, 'Agent sees everything', 'Nothing');
  await expect(page.getByRole('button', { name: 'Agent sees nothing' })).toBeInViewport();
  const hidden = 'The student shares nothing of the editor';
  const nothing = await look(tools);
  for (const answer of Object.values(nothing)) expect(answer).toContain(hidden);
  expect(JSON.stringify(nothing)).not.toContain('Money');
});

test('what the student shows is remembered, over a reload and a restart [workbench visibility]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  await choose(workbench, 'Agent sees saved files', 'Nothing');
  await workbench.reload();
  await expect(page.getByRole('button', { name: 'Agent sees nothing' })).toBeVisible();
  await desk.daemon.kill();
  await desk.daemon.restart();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Agent sees nothing' })).toBeVisible();
  await page.getByRole('button', { name: 'Agent sees nothing' }).click();
  await expect(page.getByRole('radio', { name: 'Nothing', exact: true })).toBeChecked();
});
