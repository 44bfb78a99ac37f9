import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { test } from '../classroom/classroom.js';

/** A keyboard on the screen takes about this much of a phone's height, in CSS pixels. */
const KEYBOARD_HEIGHT = 300;

test.use({
  daemonFlags: ['--agent', 'shell'],
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  permissions: ['clipboard-read', 'clipboard-write'],
});

test('a phone reads the lesson, types with the keys beside the terminal, and checks the work [terminal 6 phone]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  await practice.openLesson();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(360);
  await practice.practiceButton.tap();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await practice.expectSameAsTmux(classroom.pane);
  expect(await width()).toBe(360);

  const key = (name: string) => practice.panel.getByRole('button', { name, exact: true });
  const textarea = practice.terminal.locator('textarea').first();
  await practice.terminal.tap();
  await expect(textarea).toBeFocused();
  await page.keyboard.type('sleep 100\n');
  await classroom.pane.waitForScreen(/sleep 100\n/);
  await key('Ctrl, for the next key').tap();
  await expect(key('Ctrl, for the next key')).toHaveAttribute('aria-pressed', 'true');
  await expect(textarea).toBeFocused();
  await page.keyboard.type('c');
  await expect(key('Ctrl, for the next key')).toHaveAttribute('aria-pressed', 'false');
  await classroom.pane.waitForScreen(/\^C\nstudent\$\s*$/);
  await key('Up').tap();
  await classroom.pane.waitForScreen(/\^C\n.*sleep 100$/m);
  await key('Ctrl, for the next key').tap();
  await page.keyboard.type('u');
  await page.keyboard.type('echo a');
  for (const name of ['Vertical bar', 'Tilde', 'Slash', 'Left']) await key(name).tap();
  await page.keyboard.type('x');
  await classroom.pane.waitForScreen(/echo a\|~x\//);
  await key('Ctrl, for the next key').tap();
  await page.keyboard.type('c');
  await page.evaluate(() => navigator.clipboard.writeText('echo from the clipboard'));
  await key('Paste').tap();
  await classroom.pane.waitForScreen('echo from the clipboard');
  await page.keyboard.press('Enter');
  await classroom.pane.waitForScreen(/^from the clipboard/m);
  await practice.expectSameAsTmux(classroom.pane);

  await practice.panel.getByRole('button', { name: 'Check My Work' }).tap();
  await expect(practice.results.locator('[data-status=failed]').first()).toBeVisible();
  expect(await width()).toBe(360);
});

test('the prompt stays above a keyboard that comes onto the screen [terminal 6 phone]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await practice.focusTerminal();
  await page.keyboard.type('seq 100\n');
  await classroom.pane.waitForScreen(/^100\nstudent/m);
  const before = await classroom.pane.state();
  // A browser without a screen brings no keyboard, so it is told of one as phones are.
  const keyboard = (height: number) =>
    page.evaluate((covered) => {
      const viewport = window.visualViewport as VisualViewport;
      Object.defineProperty(viewport, 'height', { configurable: true, get: () => innerHeight - covered });
      viewport.dispatchEvent(new Event('resize'));
    }, height);
  await keyboard(KEYBOARD_HEIGHT);
  await expect.poll(async () => (await classroom.pane.state()).rows).toBeLessThan(before.rows);
  const bar = await practice.panel.getByRole('toolbar', { name: 'Keys' }).boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(740 - KEYBOARD_HEIGHT);
  await practice.expectSameAsTmux(classroom.pane);
  await keyboard(0);
  await expect.poll(async () => (await classroom.pane.state()).rows).toBe(before.rows);
});

test('a keyboard on the screen neither corrects nor capitalizes what is typed [terminal 6 phone]', async ({
  practice,
}) => {
  await practice.start();
  await practice.waitUntilConnected();
  const textarea = practice.terminal.locator('textarea').first();
  for (const [name, value] of Object.entries({
    autocapitalize: 'none',
    autocomplete: 'off',
    autocorrect: 'off',
    inputmode: 'text',
    spellcheck: 'false',
  }))
    await expect(textarea).toHaveAttribute(name, value);
});
