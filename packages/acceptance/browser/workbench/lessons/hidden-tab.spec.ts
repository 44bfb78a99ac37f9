import { expect } from '@playwright/test';
import { test } from '../../classroom/classroom.js';
import { WorkbenchPage } from '../room/workbench-page.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

test('an exercise that was never started is started from its Workbench, and its files are there then [workbench lesson-tab]', async ({
  practice,
}) => {
  const { page } = practice;
  const workbench = new WorkbenchPage(page);
  await practice.openLesson();
  await page.getByRole('button', { name: 'Teach Me' }).click();
  await page.getByRole('tab', { name: 'Workbench' }).click();
  await expect(page.getByText('This exercise has not been started yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Start the exercise' }).click();
  await expect(page.getByRole('tab', { name: 'Practice' })).toHaveAttribute('aria-selected', 'true');
  await practice.waitUntilConnected();
  await page.getByRole('tab', { name: 'Workbench' }).click();
  await workbench.show('agent.py');
});

test('a file that arrives while its tab is hidden is not laid out and does not take the keyboard from the terminal [workbench lesson-tab]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  const workbench = new WorkbenchPage(page);
  let arrive = () => {};
  await page.routeWebSocket(/\/ws\?project=/, (socket) => {
    const server = socket.connectToServer();
    const held: (string | Buffer)[] = [];
    let isHolding = true;
    server.onMessage((message) => {
      if (isHolding && String(message).includes('"fs:content"')) held.push(message);
      else socket.send(message);
    });
    arrive = () => {
      isHolding = false;
      for (const message of held) socket.send(message);
    };
  });
  await practice.start();
  await practice.waitUntilConnected();
  await page.getByRole('tab', { name: 'Workbench' }).click();
  const search = page.getByRole('searchbox', { name: 'Find a file' });
  await search.fill('agent.py');
  await page.getByRole('list', { name: 'Files found' }).getByRole('button').first().waitFor();
  await search.press('Enter'); // which asks for the keyboard, too
  await expect(workbench.tab('agent.py')).toBeVisible();

  await page.getByRole('tab', { name: 'Practice' }).click();
  await practice.focusTerminal();
  arrive();
  await expect(workbench.text).toHaveAttribute('aria-label', 'agent.py, editor');
  await expect(page.locator('.wb')).toBeHidden();
  expect(await page.locator('.wb').evaluate((panel) => panel.getClientRects().length)).toBe(0);
  await expect(practice.terminal.locator('textarea').first()).toBeFocused();
  await page.keyboard.type('echo kept-$((40 + 2))\n');
  await classroom.pane.waitForScreen('kept-42');

  await page.getByRole('tab', { name: 'Workbench' }).click();
  await expect(workbench.line(1)).toBeInViewport();
  await workbench.expectTab('agent.py', 'saved');
});
