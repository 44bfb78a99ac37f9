import { expect, type Page } from '@playwright/test';
import { tabTo } from '../../accessibility/focus.js';
import { test } from '../room/room.js';
import { watchFocus } from './watch-focus.js';

test.use({ tenant: 'agent', contextOptions: { reducedMotion: 'reduce' } });

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('what the coach points at is gone through, read and put away by keyboard alone [workbench keyboard]', async ({
  workbench,
  desk,
}) => {
  const { page, text } = workbench;
  const tools = await desk.tools();
  const lost = await watchFocus(page);
  await workbench.terminalInput.focus();
  await press(page, 'Control+Shift+E');
  await expect(workbench.part('Editor')).toBeFocused();
  await press(page, 'Shift+F6');
  await tabTo(page, workbench.hints);
  await press(page, 'End');
  await expect(workbench.hints).toHaveAttribute('aria-valuetext', /^Line\./);
  await tools.call('paige_open_file', { path: 'src/cart.py' });
  await expect(workbench.hints, 'the agent does not take the keyboard away').toBeFocused();
  const mark = { path: 'src/cart.py', style: 'hint' } as const;
  await tools.call('paige_highlight_lines', { ...mark, start: 2, end: 2, hoverText: 'What is a total?' });
  await tools.call('paige_highlight_lines', { ...mark, start: 3, end: 3, hoverText: 'Always?' });
  const anchor = { path: 'src/cart.py', line: 3 };
  await tools.call('paige_show_message', { message: 'Sum up here.', type: 'hint', anchor });
  await tools.call('paige_show_message', { message: 'Well on your way.', type: 'success' });

  await press(page, 'F6');
  await expect(text).toBeFocused();
  const position = page.locator('.wb-status-position');
  await press(page, 'F8');
  await expect(position).toContainText('Line 2');
  await press(page, 'F8');
  await expect(position).toContainText('Line 3');
  await press(page, 'Shift+F8');
  await expect(position).toContainText('Line 2');
  await press(page, 'Alt+F1');
  await expect(page.getByRole('tooltip')).toContainText('What is a total?');
  await press(page, 'Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await press(page, 'Alt+F8', 'Enter');
  await expect(text.getByRole('note')).toHaveCount(0);
  await expect(text).toBeFocused();

  await press(page, 'Shift+F6');
  const list = page.getByRole('region', { name: 'From the coach' });
  await tabTo(page, list.getByRole('button', { name: 'Dismiss: Well on your way.' }));
  await press(page, 'Enter');
  await expect(list).toHaveCount(0);
  expect(await lost()).toEqual([]);
});

test('what the agent sees, its log, the layout and the lines between the parts are reached by keyboard alone [workbench keyboard]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const tools = await desk.tools();
  await tools.call('paige_get_buffer', { path: 'src/cart.py' });
  await workbench.show('src/cart.py');
  const lost = await watchFocus(page);
  await workbench.text.focus();
  await press(page, 'Escape');
  const seen = page.getByRole('button', { name: /^Agent sees/ });
  await tabTo(page, seen, 'Shift+Tab');
  await press(page, 'Enter');
  await expect(page.getByRole('radio', { name: /^Saved|^Only saved/ })).toBeFocused();
  await press(page, 'ArrowDown');
  await expect(page.getByRole('radio', { name: 'Nothing', exact: true })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'What the agent looked at' }));
  await press(page, 'Enter');
  const log = workbench.dialog('What the agent looked at');
  await expect(log).toContainText('The agent looked at src/cart.py.');
  await tabTo(page, log.getByRole('button', { name: 'Delete', exact: true }));
  await press(page, 'Enter');
  await tabTo(page, log.getByRole('button', { name: 'Delete it' }));
  await press(page, 'Enter');
  await expect(log).not.toContainText('The agent looked at src/cart.py.');
  await press(page, 'Escape');
  await expect(seen).toBeFocused();
  await expect(seen).toHaveAccessibleName('Agent sees nothing');

  await tabTo(page, page.getByRole('button', { name: 'Layout' }));
  await press(page, 'Enter', 'ArrowDown');
  await expect(page.getByRole('radio', { name: 'Terminal below' })).toBeChecked();
  await press(page, 'Escape');
  await expect(page.getByRole('button', { name: 'Layout' })).toBeFocused();
  await press(page, 'Shift+F1');
  await expect(workbench.dialog('Keyboard shortcuts')).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('button', { name: 'Layout' })).toBeFocused();

  await press(page, 'F6');
  await expect(workbench.part('Files').getByRole('tree')).toBeFocused();
  await press(page, 'F6');
  await expect(page.getByRole('region', { name: 'Plan, hints and messages' })).toBeFocused();
  await press(page, 'F6');
  await expect(workbench.text).toBeFocused();
  await expect(page.locator('.wb-editor-host .cm-cursor').first()).toBeVisible();
  await press(page, 'Escape');
  const line = page.getByRole('separator', { name: 'Size of files, coach and editor' });
  await tabTo(page, line);
  const before = Number(await line.getAttribute('aria-valuenow'));
  await press(page, 'Shift+ArrowUp');
  await expect.poll(async () => Number(await line.getAttribute('aria-valuenow'))).toBeLessThan(before);
  await tabTo(page, workbench.terminalInput);
  expect(await lost()).toEqual([]);
});
