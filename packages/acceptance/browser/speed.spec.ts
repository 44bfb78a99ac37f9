import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../src/index.js';
import { test } from './classroom/classroom.js';
import type { PracticePage } from './classroom/practice-page.js';

// The targets of spec §2.1, in milliseconds; `npm run bench` measures budgets that are shorter still.
const NEW_MS = 3000;
const RESUMED_MS = 1000;
const FIRST_PAINT_MS = 200;
const KEYSTROKE_MS = 50;

/** Lessons whose exercises are begun, each for the first time. Of several rounds the fastest counts: others may be busy. */
const LESSONS = ['your-first-agents/your-first-agent', 'how-agents-work/the-agent-loop', 'memory/long-term-memory'];
const ROUNDS = 3;

const KEYS = 'the quick brown fox jumps';

// One after the other: two browsers that start at once measure each other.
test.describe.configure({ mode: 'default' });

test.use({ daemonFlags: ['--agent', 'shell'] });

/** Milliseconds from the press of the button until the terminal shows the student's prompt. */
async function clickToPrompt({ page, practiceButton }: PracticePage): Promise<number> {
  await expect(practiceButton).toBeVisible();
  const before = Date.now();
  await practiceButton.click();
  await page.waitForFunction((prompt) => {
    const host = document.querySelector('[data-practice-terminal]') as {
      practiceTerminal?: { terminal: TextTerminal };
    } | null;
    const buffer = host?.practiceTerminal?.terminal.buffer.active;
    return buffer
      ?.getLine(buffer.baseY + buffer.cursorY)
      ?.translateToString(true)
      .startsWith(prompt.trimEnd());
  }, SHELL_PROMPT);
  return Date.now() - before;
}

interface RenderedTerminal {
  buffer: { active: { cursorX: number } };
  onRender(handle: () => void): void;
}

interface TextTerminal {
  buffer: {
    active: {
      baseY: number;
      cursorY: number;
      getLine(row: number): { translateToString(trim: boolean): string } | undefined;
    };
  };
}

test('a new exercise and a running one are on the screen soon after the click [practice-environment 2.1 start-new] [practice-environment 2.1 start-resume]', async ({
  practice,
}) => {
  const begun: number[] = [];
  for (const lesson of LESSONS) {
    await practice.openLesson(`/docs/Building-Custom-Agents/${lesson}`);
    begun.push(await clickToPrompt(practice));
  }
  expect(Math.min(...begun)).toBeLessThan(NEW_MS);
  const resumed: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await practice.openLesson();
    await expect(practice.practiceButton).toHaveText('Resume');
    resumed.push(await clickToPrompt(practice));
  }
  expect(Math.min(...resumed)).toBeLessThan(RESUMED_MS);
});

test('the terminal paints soon after it has connected [practice-environment 2.1 first-paint]', async ({ practice }) => {
  await practice.page.addInitScript(timeFirstPaint);
  await practice.openLesson();
  await clickToPrompt(practice);
  const painted: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await practice.openLesson();
    await practice.practiceButton.click();
    await practice.page.waitForFunction(() => 'firstPaintMs' in window);
    painted.push(await practice.page.evaluate(() => (window as unknown as { firstPaintMs: number }).firstPaintMs));
  }
  expect(Math.min(...painted)).toBeLessThan(FIRST_PAINT_MS);
});

/**
 * Puts into `firstPaintMs` how long the page's terminal took from the moment at which it said its size on an open socket
 * to the first frame that shows a text, in milliseconds: the socket may be there before the terminal is. It is sent into the page as source text, so it uses nothing from outside its own braces.
 */
function timeFirstPaint(): void {
  const look = (connectedAt: number) => {
    const rows = document.querySelector('[data-practice-terminal] .xterm-rows');
    if (!rows?.textContent?.trim()) requestAnimationFrame(() => look(connectedAt));
    // The frame after the one in which it was written: by then it was painted.
    else requestAnimationFrame((now) => Object.assign(window, { firstPaintMs: now - connectedAt }));
  };
  let isConnected = false;
  window.WebSocket = class extends WebSocket {
    override send(data: string): void {
      if (!isConnected && this.url.includes('/terminal/')) look(performance.now());
      isConnected ||= this.url.includes('/terminal/');
      super.send(data);
    }
  };
}

test('a key is on the screen without a noticeable delay [practice-environment 2.1 keystroke]', async ({
  practice,
  classroom,
}) => {
  await practice.openLesson();
  await clickToPrompt(practice);
  await practice.focusTerminal();
  await practice.terminal.evaluate((host) => {
    const { terminal } = (host as unknown as { practiceTerminal: { terminal: RenderedTerminal } }).practiceTerminal;
    const delays: number[] = [];
    let pressed: { at: number; column: number } | undefined;
    host.addEventListener(
      'keydown',
      () => (pressed = { at: performance.now(), column: terminal.buffer.active.cursorX }),
      { capture: true },
    );
    // It also draws where nothing was typed, such as a cursor that blinks.
    terminal.onRender(() => {
      if (pressed === undefined || terminal.buffer.active.cursorX === pressed.column) return;
      delays.push(performance.now() - pressed.at);
      pressed = undefined;
    });
    Object.assign(window, { keyDelays: delays });
  });
  for (const [index, key] of [...KEYS].entries()) {
    await practice.page.keyboard.type(key);
    // tmux has it before the page: the next key waits for the page.
    await practice.page.waitForFunction(
      (drawn) => (window as unknown as { keyDelays: number[] }).keyDelays.length === drawn,
      index + 1,
    );
  }
  await classroom.pane.waitForScreen(KEYS);
  const delays = await practice.page.evaluate(() => (window as unknown as { keyDelays: number[] }).keyDelays);
  expect(median(delays)).toBeLessThan(KEYSTROKE_MS);
});

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
