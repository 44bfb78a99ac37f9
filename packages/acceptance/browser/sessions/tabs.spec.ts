import { expect, type Page } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { test } from '../classroom/classroom.js';

/** A lesson that has no exercise. */
const READING = '/docs/Building-Custom-Agents/how-agents-work/what-makes-an-agent';

test.use({ daemonFlags: ['--agent', 'shell'] });

function tab(page: Page, name: 'Chat' | 'Practice') {
  return page.getByRole('tab', { name });
}

test('the panel has a tab for the chat and one for the terminal, which stays connected behind the other [practice-environment 3.4 tabs] [practice-environment 7.1 tabs]', async ({
  practice,
  classroom,
}) => {
  const { page, panel } = practice;
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await practice.openLesson();
  await page.getByRole('button', { name: 'Teach Me' }).click();
  await expect(tab(page, 'Chat')).toHaveAttribute('aria-selected', 'true');
  await expect(panel).toHaveCount(0);
  expect(await (await fetch(`${classroom.daemon.url}/exercises/sessions`)).json()).toEqual({ sessions: [] });

  await tab(page, 'Practice').click();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await practice.focusTerminal();
  await page.keyboard.type('echo half a ');
  await tab(page, 'Chat').click();
  await expect(panel).toBeHidden();
  await tab(page, 'Practice').click();
  await expect(panel).toBeVisible();
  await practice.expectSameAsTmux(classroom.pane);
  await practice.focusTerminal();
  await page.keyboard.type('sentence\n');
  await classroom.pane.waitForScreen(/^half a sentence/m);
  await practice.expectSameAsTmux(classroom.pane);
  expect(sockets).toHaveLength(1);
});

test('a lesson without an exercise has neither the tab nor the button [practice-environment 5.3 served] [practice-environment 5.4 practice-tab] [practice-environment 5.4 no-button]', async ({
  practice,
}) => {
  const { page } = practice;
  const registry = page.waitForResponse('**/exercises/registry.json');
  await practice.openLesson(READING);
  expect((await registry).ok()).toBe(true);
  await page.getByRole('button', { name: 'Teach Me' }).click();
  await expect(tab(page, 'Chat')).toBeVisible();
  await expect(tab(page, 'Practice')).toHaveCount(0);
  await expect(practice.practiceButton).toHaveCount(0);
});

test('Practice opens the panel on its tab, which says that the exercise starts until it has [practice-environment 4.2 starting]', async ({
  practice,
}) => {
  const { page } = practice;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/exercises/start', async (route) => {
    await held;
    await route.continue();
  });
  await practice.start();
  await expect(tab(page, 'Practice')).toHaveAttribute('aria-selected', 'true');
  const starting = practice.panel.getByText('Starting exercise…', { exact: true });
  await expect(starting).toBeVisible();
  await expect(practice.panel.locator('.practice-spinner')).toBeVisible();
  goOn();
  await practice.waitUntilConnected();
  await expect(starting).toHaveCount(0);
});
