import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { CoachTools } from '../../../src/workbench/coach-tools.js';
import { test } from '../room/room.js';

test.use({ tenant: 'agent' });

async function openLog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Agent sees saved files' }).click();
  await page.getByRole('button', { name: 'What the agent looked at' }).click();
}

/** Two looks, of which one is refused. */
async function look(tools: CoachTools): Promise<void> {
  await tools.call('paige_get_buffer', { path: 'src/cart.py' });
  await expect(tools.call('paige_get_diff', { path: 'src/cart.py' })).rejects.toThrow('only saved files');
}

test('every look is in the log, also a refused one, and the log is read, exported and deleted [workbench action-log]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const tools = await desk.tools();
  await workbench.show('src/cart.py');
  await look(tools);
  await openLog(page);
  const dialog = workbench.dialog('What the agent looked at');
  const rows = dialog.getByRole('region', { name: 'The log' }).getByRole('listitem');
  const looked = /The agent looked at src\/cart\.py\./;
  await expect(rows).toHaveText([/tried to look at what you changed in src\/cart\.py, and was refused/, looked]);
  await dialog.getByRole('checkbox', { name: 'Only what the agent did' }).uncheck();
  await expect(rows.filter({ hasText: 'You opened src/cart.py.' })).toHaveCount(1);
  await expect(rows.filter({ hasText: looked })).toHaveCount(1);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.ndjson$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  const actions = lines.map((line) => JSON.parse(line) as { type: string; data: { toolName?: string; path?: string } });
  const calls = actions.filter(({ type }) => type === 'mcp_tool_call').map(({ data }) => data);
  expect(calls).toMatchObject([
    { toolName: 'paige_get_buffer', path: 'src/cart.py' },
    { toolName: 'paige_get_diff', path: 'src/cart.py', refused: 'not_visible' },
  ]);
  expect(actions.some(({ type }) => type === 'file_open')).toBe(true);

  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(rows.filter({ hasText: looked })).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete it' }).click();
  await expect(dialog).toContainText('Nothing has been logged yet.');
  await workbench.reload();
  await openLog(page);
  await expect(dialog).toContainText('The agent has not looked at anything yet.');
  expect(await desk.read('src/cart.py')).toContain('class Cart');
});
