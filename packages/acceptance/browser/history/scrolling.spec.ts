import { expect } from '@playwright/test';
import type { Terminal } from '@xterm/headless';
import { tmux } from '../../src/index.js';
import { test } from '../classroom/classroom.js';
import { PracticePage } from '../classroom/practice-page.js';
import { hover, openShell, programTakesMouse, run, screenShows } from '../classroom/shell-screen.js';
import { viewOf } from '../classroom/terminal-rows.js';
import { collectAnnouncements } from '../moments/announcements.js';
import { holdTimers } from '../moments/hold-timers.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

/** Lines that tmux keeps above the screen; it forgets a tenth of them at a time. */
const HISTORY_LIMIT = 50_000;
const LAST = 100_000;
/** Lines that are shown at first, while the rest is read. */
const FIRST_LINES = 300;

/** Opens the exercise in the shell and prints the numbers in one burst. */
async function printNumbers(practice: PracticePage): Promise<void> {
  await openShell(practice);
  await run(practice, `seq 1 ${LAST}`, /^100000$/m);
}

/** Turns the wheel until the oldest line is reached, and gives the numbers that were seen on the way, oldest first. */
async function readUp(practice: PracticePage): Promise<number[]> {
  await hover(practice);
  await practice.page.mouse.wheel(0, -100);
  await expect.poll(async () => (await viewOf(practice.terminal)).base).toBeGreaterThan(HISTORY_LIMIT * 0.8);
  const rows = await practice.terminal.evaluate(turnToTop);
  return rows.filter((text) => /^\d+$/.test(text)).map(Number);
}

/**
 * Turns the wheel to the top in the page itself, event by event, and gives every row that showed.
 * It is sent into the page as source text, so it uses nothing from outside its own braces.
 */
async function turnToTop(host: Element): Promise<string[]> {
  const handle = (host as unknown as { practiceTerminal: { shown: Terminal & { element?: Element } } })
    .practiceTerminal;
  const seen = new Map<number, string>();
  for (let turn = 1; ; turn += 1) {
    const { buffer, rows } = handle.shown;
    const top = buffer.active.viewportY;
    for (let row = top; row < top + rows; row += 1) {
      seen.set(row, buffer.active.getLine(row)?.translateToString(true) ?? '');
    }
    if (top === 0) break;
    // Where the mouse is: the terminal that shows.
    const screen = handle.shown.element?.querySelector('.xterm-screen');
    screen?.dispatchEvent(new WheelEvent('wheel', { deltaY: -300, bubbles: true, cancelable: true }));
    if (handle.shown.buffer.active.viewportY >= top) throw new Error(`stuck at row ${top}`);
    if (turn % 50 === 0) await new Promise(requestAnimationFrame);
  }
  return [...seen].sort(([one], [other]) => one - other).map(([, text]) => text);
}

/** Every number that tmux can still hold, up to those of the last screen, once and in its order. */
function expectConsecutive(numbers: readonly number[]): void {
  const [first = 0] = numbers;
  expect(numbers.length).toBeGreaterThan(HISTORY_LIMIT * 0.85);
  expect(numbers.at(-1)).toBeGreaterThan(LAST - 60);
  const wrong = numbers.findIndex((number, at) => number !== first + at);
  expect(wrong === -1 ? [] : numbers.slice(Math.max(0, wrong - 2), wrong + 3)).toEqual([]);
}

test('the wheel reads a burst back without a gap, also after F5 and a resize [terminal 1 scroll-whole-history]', async ({
  practice,
}) => {
  await printNumbers(practice);
  expectConsecutive(await readUp(practice));
  await practice.page.reload();
  await practice.practiceButton.click();
  await practice.waitUntilConnected();
  await screenShows(practice, /^100000$/m);
  await hover(practice);
  expectConsecutive(await readUp(practice));
  await practice.page.setViewportSize({ width: 1100, height: 640 });
  await practice.page.keyboard.press('Escape');
  await expect.poll(async () => (await viewOf(practice.terminal)).open).toBe(false);
  expectConsecutive(await readUp(practice));
});

test('the history stays still while the program prints, and reading on leaves nothing out [terminal 1 read-on]', async ({
  practice,
  classroom,
}) => {
  await openShell(practice);
  await run(practice, 'seq 1 5000', /^5000$/m);
  await hover(practice);
  await practice.page.mouse.wheel(0, -2000);
  await expect.poll(async () => (await viewOf(practice.terminal)).open).toBe(true);
  const before = await viewOf(practice.terminal);
  await classroom.pane.type('seq 5001 9000');
  await classroom.pane.press('Enter');
  await classroom.pane.waitForScreen(/^9000$/m);
  const pill = practice.panel.getByRole('button', { name: 'New output' });
  await expect(pill).toBeVisible();
  expect((await viewOf(practice.terminal)).rows).toEqual(before.rows);
  const seen: number[] = [];
  await expect(async () => {
    const { open, rows } = await viewOf(practice.terminal);
    seen.push(...rows.filter((row) => /^\d+$/.test(row)).map(Number));
    if (open) await practice.page.mouse.wheel(0, 400);
    expect(open).toBe(false);
  }).toPass({ intervals: [20] });
  const from = Math.min(...seen);
  expect([...new Set(seen)]).toEqual(Array.from({ length: 9000 - from + 1 }, (_, at) => from + at));
});

test('only what a program prints is new output, not a screen drawn anew for another size [terminal 1 new-output]', async ({
  practice,
  classroom,
}) => {
  await openShell(practice);
  await run(practice, 'seq 1 2000', /^2000$/m);
  await hover(practice);
  await practice.page.mouse.wheel(0, -2000);
  await expect.poll(async () => (await viewOf(practice.terminal)).open).toBe(true);
  const pill = practice.panel.getByRole('button', { name: 'New output' });
  for (const viewport of [
    { width: 1100, height: 640 },
    { width: 1440, height: 900 },
  ]) {
    const redrawn = await nextOutput(practice);
    await practice.page.setViewportSize(viewport);
    await redrawn();
    await expect(pill).toBeHidden();
  }
  // Right behind the redraw: what is printed then is told all the same.
  await classroom.pane.type('seq 2001 2010');
  await classroom.pane.press('Enter');
  await expect(pill).toBeVisible();
});

/** Begins to wait for output of the live terminal at another size than now; gives how to await it. */
async function nextOutput(practice: PracticePage): Promise<() => Promise<void>> {
  const parsed = await practice.terminal.evaluateHandle((host) => {
    const { terminal } = (host as unknown as { practiceTerminal: { terminal: Terminal } }).practiceTerminal;
    const { cols, rows } = terminal;
    const done = new Promise<void>((resolve) => {
      terminal.onWriteParsed(() => (terminal.cols !== cols || terminal.rows !== rows) && resolve());
    });
    return { done };
  });
  return () => parsed.evaluate(({ done }) => done);
}

test('the pill, Escape and typing all return to the live terminal, and no key is lost [terminal 1 return-to-live]', async ({
  practice,
  classroom,
}) => {
  await openShell(practice);
  await run(practice, 'seq 1 500', /^500$/m);
  const isOpen = async () => (await viewOf(practice.terminal)).open;
  // The live terminal has nothing above it, and so no scroll bar that would say otherwise.
  await practice.page.setViewportSize({ width: 1440, height: 500 });
  await hover(practice);
  await expect(practice.terminal.locator('> .xterm .scrollbar.vertical')).toBeHidden();
  const scrollUp = async () => {
    await practice.page.keyboard.press('Shift+PageUp');
    await expect.poll(isOpen).toBe(true);
  };
  await scrollUp();
  await practice.page.keyboard.press('Escape');
  expect(await isOpen()).toBe(false);
  await scrollUp();
  // Until all of it is there: what comes above what was shown first would count as above the student.
  await expect.poll(async () => (await viewOf(practice.terminal)).base).toBeGreaterThan(FIRST_LINES);
  await practice.page.keyboard.press('Home');
  await expect.poll(async () => (await viewOf(practice.terminal)).top).toBe(0);
  await practice.page.keyboard.press('PageDown');
  await practice.page.keyboard.press('ArrowDown');
  const { rows, top } = await viewOf(practice.terminal);
  expect(top).toBe(rows.length);
  await practice.page.keyboard.type('echo Typed');
  expect(await isOpen()).toBe(false);
  await practice.page.keyboard.press('Enter');
  await classroom.pane.waitForScreen(/^Typed$/m);
  await scrollUp();
  // A click in the history and then typing: the keys are the program's all the same.
  await practice.terminal.click();
  await practice.page.keyboard.type('echo Again');
  await practice.page.keyboard.press('Enter');
  await classroom.pane.waitForScreen(/^Again$/m);
  expect(await isOpen()).toBe(false);
});

test('PageUp scrolls at the prompt, and is the key of every program that may have a use for it [terminal 1 page-keys]', async ({
  practice,
  classroom,
}) => {
  await openShell(practice);
  await run(practice, "seq 1 3000 > numbers.txt; seq 1 500; echo wri''tten", /^written$/m);
  const { keyboard } = practice.page;
  const isOpen = async () => (await viewOf(practice.terminal)).open;
  // The answer whether the shell needs the key may take longer than a student would wait.
  const goOn = await holdTimers(practice.page, 1000);
  await keyboard.press('PageUp');
  await expect.poll(isOpen).toBe(true);
  await goOn();
  await keyboard.press('PageDown');
  await expect.poll(isOpen).toBe(false);
  // Git's own pager is such a one: it has no screen of its own.
  await keyboard.type('less -X numbers.txt\n');
  await classroom.pane.waitForScreen(/^1$[\s\S]*numbers\.txt$/m);
  await keyboard.press('PageDown');
  await classroom.pane.waitForScreen(/^60$/m);
  await keyboard.press('PageUp');
  await classroom.pane.waitForScreen(/^1\n2\n3$/m);
  expect(await isOpen()).toBe(false);
  await keyboard.press('q');
  // What is typed right behind it comes behind it.
  await run(practice, 'clear; echo cat $((40 + 2)); cat -v', /^cat 42$/m);
  const { server, target } = classroom.pane;
  const program = () => tmux(server, 'display-message', '-p', '-t', target, '#{pane_current_command}');
  await expect.poll(program).toMatch(/^cat/);
  await keyboard.press('PageUp');
  await keyboard.type('behind\n');
  await classroom.pane.waitForScreen(/^\^\[\[5~behind$/m);
  await practice.expectSameAsTmux(classroom.pane);
});

test('the wheel scrolls less and vim, and never walks through the commands of a shell [terminal 1 wheel-in-programs]', async ({
  practice,
  classroom,
}) => {
  await openShell(practice);
  await run(practice, "seq 1 3000 > numbers.txt; echo wri''tten", /^written$/m);
  await hover(practice);
  const wheel = async (delta: number, times: number) => {
    for (let turn = 0; turn < times; turn += 1) await practice.page.mouse.wheel(0, delta);
  };
  // Nothing above the screen yet: the wheel does nothing, and above all types nothing.
  await wheel(-100, 5);
  await wheel(100, 5);
  await practice.page.keyboard.type('less numbers.txt');
  await practice.page.keyboard.press('Enter');
  await classroom.pane.waitForScreen(/^1$/m);
  await wheel(100, 3);
  await classroom.pane.waitForScreen(/^55$/m);
  expect((await viewOf(practice.terminal)).open).toBe(false);
  await wheel(-100, 10);
  await classroom.pane.waitForScreen(/^1$/m);
  await practice.page.keyboard.type('q');
  await classroom.pane.waitForScreen(/student\$ ?$/m);
  await practice.page.keyboard.type('vim -u NONE -N -c "set mouse=a" numbers.txt');
  await practice.page.keyboard.press('Enter');
  await classroom.pane.waitForScreen(/^1$/m);
  await programTakesMouse(practice);
  // A turn at a time: what comes while the page is busy, the browser makes one turn of, which scrolls as far as one.
  for (const line of [4, 7, 10]) {
    await wheel(100, 1);
    await classroom.pane.waitForScreen(new RegExp(`^${line}$[^]*^${line + 40}$`, 'm'));
  }
  expect((await viewOf(practice.terminal)).open).toBe(false);
  await practice.page.keyboard.press('Escape');
  await practice.page.keyboard.type(':q!');
  await practice.page.keyboard.press('Enter');
  await classroom.pane.waitForScreen(/student\$ ?$/m);
});

test('who watches scrolls as well, in a font that follows the grid of who types [terminal 1 scroll-watching]', async ({
  practice,
  classroom,
  context,
}) => {
  await openShell(practice);
  await run(practice, 'seq 1 2000', /^2000$/m);
  const watcher = new PracticePage(await context.newPage(), classroom.site.url);
  await watcher.page.setViewportSize({ width: 900, height: 600 });
  await watcher.start();
  await expect(watcher.connection).toHaveText('Watching');
  await screenShows(watcher, /^2000$/m);
  await hover(watcher);
  await watcher.page.mouse.wheel(0, -1000);
  await expect.poll(async () => (await viewOf(watcher.terminal)).open).toBe(true);
  const [first = ''] = (await viewOf(watcher.terminal)).rows;
  expect(Number(first)).toBeLessThan(1990);
  await expectOverLive(watcher);
  await practice.page.bringToFront();
  await practice.resizeTerminal(132, 40);
  await watcher.page.bringToFront();
  await expect.poll(() => watcher.overflow()).toEqual({ right: 0, bottom: 0 });
  await expect.poll(async () => (await viewOf(watcher.terminal)).rows.length).toBe(40);
  await expectOverLive(watcher);
  await watcher.page.keyboard.press('Escape');
  await expect.poll(async () => (await viewOf(watcher.terminal)).open).toBe(false);
});

test('what was read stays readable while it reconnects, and what cannot be read says why [terminal 1 scroll-reconnecting]', async ({
  practice,
  classroom,
}) => {
  const announcements = await collectAnnouncements(practice.page);
  await openShell(practice);
  await run(practice, 'seq 1 2000', /^2000$/m);
  await hover(practice);
  const wheel = async (delta: number) => practice.page.mouse.wheel(0, delta);
  await wheel(-300);
  await expect.poll(async () => (await viewOf(practice.terminal)).base).toBeGreaterThan(1500);
  await classroom.daemon.kill();
  await expect(practice.overlay).toContainText('Reconnecting…');
  const { top } = await viewOf(practice.terminal);
  await wheel(-300);
  await expect.poll(async () => (await viewOf(practice.terminal)).top).toBeLessThan(top);
  await practice.focusTerminal();
  await practice.page.keyboard.press('Escape');
  await expect.poll(async () => (await viewOf(practice.terminal)).open).toBe(false);
  await announcements.take();
  for (let turn = 0; turn < 5; turn += 1) await wheel(-300);
  const problem = 'The lines above cannot be read. The practice server does not answer.';
  await expect(practice.panel.getByText(problem)).toBeVisible();
  await classroom.daemon.restart();
  await practice.waitUntilConnected();
  expect((await announcements.take()).filter((text) => text === problem)).toEqual([problem]);
  await wheel(-300);
  await expect.poll(async () => (await viewOf(practice.terminal)).open).toBe(true);
});

/** The snapshot lies over the live terminal, cell on cell. */
async function expectOverLive({ terminal }: PracticePage): Promise<void> {
  await expect(async () => {
    const [live, shown] = await terminal.evaluate(screensOf);
    expect(shown).toEqual(live);
  }).toPass();
}

/** Where the screens of the live terminal and of that which shows are, in CSS pixels. Sent into the page as source text. */
function screensOf(host: Element) {
  const { terminal, shown } = (host as unknown as { practiceTerminal: Record<string, { element?: Element }> })
    .practiceTerminal;
  return [terminal, shown].map((each) => {
    const box = each?.element?.querySelector('.xterm-screen')?.getBoundingClientRect();
    return box && [box.x, box.y, box.width, box.height].map(Math.round);
  });
}
