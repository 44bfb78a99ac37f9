import { expect, type Page } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { type Classroom, test } from '../classroom/classroom.js';
import { liveCanvases, liveRows } from '../classroom/drawing.js';
import { PracticePage } from '../classroom/practice-page.js';
import { holdTimers } from '../moments/hold-timers.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

async function open(practice: PracticePage, { pane }: Classroom): Promise<void> {
  await practice.start();
  await practice.waitUntilConnected();
  await pane.waitForScreen(SHELL_PROMPT.trimEnd());
}

/** xterm's own options, as they are now. */
function options(page: Page): Promise<Record<string, unknown>> {
  return page.locator('[data-practice-terminal]').evaluate((host) => {
    const { terminal } = (host as unknown as { practiceTerminal: { terminal: { options: Record<string, unknown> } } })
      .practiceTerminal;
    const { fontFamily, fontSize, cursorStyle, cursorBlink, screenReaderMode, theme } = terminal.options;
    const { background } = theme as { background: string };
    return { fontFamily, fontSize, cursorStyle, cursorBlink, screenReaderMode, background };
  });
}

/** Marks the terminal, so that one that was made anew is known by its lack of the mark. */
function markTerminal(page: Page): Promise<void> {
  return page.locator('[data-practice-terminal] > .xterm').evaluate((element) => element.setAttribute('data-mark', ''));
}

test('every setting applies at once, in other tabs too, and is there after F5 [terminal 7 settings]', async ({
  practice,
  classroom,
  context,
}) => {
  const { page } = practice;
  await open(practice, classroom);
  const other = new PracticePage(await context.newPage(), classroom.site.url);
  await other.start('/docs/Building-Custom-Agents/how-agents-work/the-agent-loop');
  await other.waitUntilConnected();
  await page.bringToFront();
  await markTerminal(page);

  await practice.panel.getByRole('button', { name: 'Terminal settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Terminal settings' });
  await settings.getByLabel('Font').selectOption('Another…');
  await settings.getByLabel('Its name').fill('Iosevka, Hack');
  await settings.getByLabel('Text size').fill('18');
  await settings.getByLabel('Colours').selectOption('Dark');
  await settings.getByLabel('Cursor', { exact: true }).selectOption('Bar');
  await settings.getByLabel('Blinking cursor').check();
  await settings.getByLabel('Bell').selectOption('Flash');
  await settings.getByLabel('Scroll back').selectOption('5,000 lines');
  await settings.getByLabel('Screen reader support').check();
  const wanted = {
    fontFamily: expect.stringMatching(/^'Iosevka', 'Hack', /),
    fontSize: 18,
    cursorStyle: 'bar',
    cursorBlink: true,
    screenReaderMode: true,
    background: '#14161b',
  };
  expect(await options(page)).toEqual(wanted);
  await expect(page.locator('.xterm[data-mark]')).toBeVisible();
  await expect.poll(() => options(other.page)).toEqual(wanted);

  await page.reload();
  await practice.practiceButton.click();
  await practice.waitUntilConnected();
  expect(await options(page)).toEqual(wanted);
  await practice.panel.getByRole('button', { name: 'Terminal settings' }).click();
  await expect(settings.getByLabel('Its name')).toHaveValue('Iosevka, Hack');
  await expect(settings.getByLabel('Scroll back')).toHaveValue('5000');
  await settings.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect(settings.getByLabel('Font')).toHaveValue('');
  expect(await options(page)).toMatchObject({ fontSize: 13, cursorStyle: 'block', background: '#fcfcfb' });
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await expect(practice.panel.getByRole('button', { name: 'Terminal settings' })).toBeFocused();
});

test('Ctrl with + − 0 change the text and the grid with it, and no program sees them [terminal 7 settings]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  await open(practice, classroom);
  await practice.focusTerminal();
  const before = await classroom.pane.state();
  // As long as the size is said.
  const goOn = await holdTimers(page, 4000);
  for (const key of ['Equal', 'Shift+Equal', 'NumpadAdd', 'Equal', 'Equal', 'Equal', 'Equal'])
    await page.keyboard.press(`Control+${key}`);
  expect((await options(page)).fontSize).toBe(20);
  await expect(practice.panel.getByText('Text size 20')).toBeVisible();
  await goOn();
  await expect.poll(async () => (await classroom.pane.state()).cols).toBeLessThan(before.cols);
  await practice.expectSameAsTmux(classroom.pane);
  await page.keyboard.press('Control+Minus');
  expect((await options(page)).fontSize).toBe(19);
  await page.keyboard.press('Control+0');
  await expect.poll(() => classroom.pane.state()).toMatchObject({ cols: before.cols, rows: before.rows });
  expect((await options(page)).fontSize).toBe(13);
  await page.keyboard.type('echo cat $((40 + 2)); cat -v\n');
  await classroom.pane.waitForScreen(/^cat 42$/m);
  await page.keyboard.press('Control+Equal');
  await page.keyboard.press('Control+Minus');
  await page.keyboard.type('nothing between\n');
  await classroom.pane.waitForScreen(/\nnothing between\nnothing between/);
  await practice.expectSameAsTmux(classroom.pane);
});

test('the size that a session is started with is that of the font [terminal 7 settings]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  await page.addInitScript(() => localStorage.setItem('practice:settings', '{"version":1,"fontSize":19}'));
  const start = page.waitForRequest((request) => request.url().endsWith('/exercises/start'));
  await open(practice, classroom);
  const { size } = (await start).postDataJSON() as { size: { cols: number; rows: number } };
  expect(await classroom.pane.state()).toMatchObject(size);
});

test('the bell flashes where it is set to, and only there [terminal 7 settings]', async ({ practice, classroom }) => {
  const { page } = practice;
  await open(practice, classroom);
  /** Whether it flashes before these words are drawn. */
  const flashesBefore = (words: string) =>
    practice.terminal.evaluate(
      (host, expected) =>
        new Promise<boolean>((resolve) => {
          new MutationObserver(() => resolve(true)).observe(host, { attributeFilter: ['data-bell'] });
          const drawn = new MutationObserver(() => host.textContent?.includes(expected) && resolve(false));
          drawn.observe(host, { subtree: true, childList: true, characterData: true });
        }),
      words,
    );
  await practice.focusTerminal();
  const silent = flashesBefore('rang 1');
  await page.keyboard.type("printf '\\a'; echo rang $((0 + 1))\n");
  expect(await silent).toBe(false);
  await practice.panel.getByRole('button', { name: 'Terminal settings' }).click();
  await page.getByLabel('Bell').selectOption('Flash');
  await page.keyboard.press('Escape');
  await practice.focusTerminal();
  const seen = flashesBefore('rang 2');
  await page.keyboard.type("printf '\\a'; echo rang $((1 + 1))\n");
  expect(await seen).toBe(true);
});

test('the terminal is drawn as it is set, without being made anew [terminal 7 settings]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  await open(practice, classroom);
  await markTerminal(page);
  await practice.focusTerminal();
  const canvases = () => liveCanvases(practice.terminal).count();
  await practice.panel.getByRole('button', { name: 'Terminal settings' }).click();
  await page.getByLabel('Drawn by').selectOption('The page itself (DOM)');
  await expect.poll(canvases).toBe(0);
  await expect(liveRows(practice.terminal)).toContainText(SHELL_PROMPT.trimEnd());
  await page.getByLabel('Drawn by').selectOption('Graphics card (WebGL)');
  await expect.poll(canvases).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await practice.focusTerminal();
  await page.keyboard.type('echo drawn again\n');
  await classroom.pane.waitForScreen(/^drawn again/m);
  await practice.expectSameAsTmux(classroom.pane);
  await expect(page.locator('.xterm[data-mark]')).toBeVisible();
});

test('a program may draw another cursor, and the set one returns after it [terminal 7 settings]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  await page.addInitScript(() => localStorage.setItem('practice:settings', '{"version":1,"cursorStyle":"bar"}'));
  await open(practice, classroom);
  const drawn = () =>
    practice.terminal.evaluate((host) => {
      const { terminal } = (host as unknown as { practiceTerminal: { terminal: object } }).practiceTerminal;
      const { _core } = terminal as { _core: { coreService: { decPrivateModes: { cursorStyle?: string } } } };
      return _core.coreService.decPrivateModes.cursorStyle ?? 'as set';
    });
  expect(await drawn()).toBe('as set');
  await practice.focusTerminal();
  await page.keyboard.type("printf '\\e[4 q'\n");
  await expect.poll(drawn).toBe('underline');
  await page.keyboard.type("printf '\\e[0 q'\n");
  await expect.poll(drawn).toBe('as set');
});

test('full screen gives the terminal all of it, and the focus stays where it was [terminal 7 full-screen]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  await open(practice, classroom);
  await practice.focusTerminal();
  const before = await classroom.pane.state();
  await page.keyboard.press('Control+Shift+F11');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toContain('practice-panel');
  await expect.poll(async () => (await classroom.pane.state()).cols).toBeGreaterThan(before.cols);
  await expect(practice.terminal.locator('textarea').first()).toBeFocused();
  await page.keyboard.type('cat -v\n');
  await classroom.pane.waitForScreen(/cat -v\n/);
  await page.keyboard.press('Escape');
  await page.keyboard.type('still here\n');
  await classroom.pane.waitForScreen(/^\^\[still here/m);
  await page.keyboard.press('Control+Shift+F11');
  await expect.poll(() => classroom.pane.state()).toMatchObject({ cols: before.cols, rows: before.rows });
  await expect(practice.terminal.locator('textarea').first()).toBeFocused();
  await expect(page.getByRole('link', { name: 'Lessons' })).toBeVisible();
});

test('where the browser has no full screen, the panel covers the page instead [terminal 7 full-screen]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false }));
  await open(practice, classroom);
  await practice.panel.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Full screen', exact: true }).click();
  const box = await practice.panel.boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 });
  await expect(page.locator('#page')).toHaveAttribute('inert');
  await practice.panel.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect(page.locator('#page')).not.toHaveAttribute('inert');
  await expect(practice.panel.getByRole('button', { name: 'More' })).toBeFocused();
});

test('an exercise has a window of its own, which gives it back when it goes [terminal 7 own-window]', async ({
  practice,
  classroom,
  context,
}) => {
  const { page } = practice;
  await open(practice, classroom);
  const openWindow = async () => {
    const popup = context.waitForEvent('page');
    await practice.panel.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Open in its own window' }).click();
    const own = new PracticePage(await popup, classroom.site.url);
    await own.waitUntilConnected();
    return own;
  };
  const own = await openWindow();
  const away = practice.panel.getByRole('heading', { name: 'Open in its own window' });
  await expect(away).toBeVisible();
  await expect(practice.panel.getByRole('button', { name: 'Bring it back' })).toBeFocused();
  await own.focusTerminal();
  await own.page.keyboard.type('echo in a window\n');
  await classroom.pane.waitForScreen(/^in a window/m);
  await own.expectSameAsTmux(classroom.pane);

  await page.getByRole('button', { name: 'Switch to dark mode' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(own.panel).toHaveAttribute('data-theme', 'dark');

  await page.reload();
  await practice.practiceButton.click();
  await expect(away).toBeVisible();
  await own.page.reload();
  await own.waitUntilConnected();
  await expect(away).toBeVisible();
  await own.page.close();
  await practice.waitUntilConnected();
  await practice.expectSameAsTmux(classroom.pane);

  const second = await openWindow();
  await expect(away).toBeVisible();
  const closed = second.page.waitForEvent('close');
  await practice.panel.getByRole('button', { name: 'Bring it back' }).click();
  await closed;
  await practice.waitUntilConnected();
  await practice.focusTerminal();
  await page.keyboard.type('echo back again\n');
  await classroom.pane.waitForScreen(/^back again/m);
  await practice.expectSameAsTmux(classroom.pane);
});
