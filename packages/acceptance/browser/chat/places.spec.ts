import { expect, type Locator } from '@playwright/test';
import { acceptPermission, say } from '../../src/index.js';
import { beGreeted } from '../classroom/be-greeted.js';
import { test } from '../classroom/classroom.js';
import { GREETING, NAME_AFTER } from '../classroom/tutor.js';
import { ChatPage } from './chat-page.js';

/** What is to be tapped, and smaller than a finger: 44 CSS pixels, as WCAG's level AAA asks for. */
function tooSmall(chat: Element): string[] {
  const controls = [...chat.querySelectorAll<HTMLElement>('button, select, summary, textarea, label:has(input)')];
  const sizes = controls.map((control) => [control, control.getBoundingClientRect()] as const);
  const small = sizes.filter(([, { width, height }]) => width > 0 && (height < 43.5 || width < 43.5));
  return small.map(([control, { width, height }]) => `${control.outerHTML.slice(0, 80)}: ${width} × ${height}`);
}

function columnsOf(host: Element): number {
  return (host as unknown as { practiceTerminal: { terminal: { cols: number } } }).practiceTerminal.terminal.cols;
}

/** The narrowest window with room for three columns, in CSS pixels. */
const THREE_COLUMNS = 1350;

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1700, height: 900 } });

  test('what the tutor does in the terminal shows beside it as it happens, and it can be stopped from there [cli-execution-modes Q3 both] [cli-execution-modes 1.B5 hybrid]', async ({
    page,
    classroom,
    practice,
  }) => {
    const chat = new ChatPage(page);
    await practice.start();
    await beGreeted(practice, classroom);
    await page.getByRole('tab', { name: 'Chat' }).click();
    await page.getByRole('button', { name: 'Side by side' }).click();
    await chat.chat.getByRole('radio', { name: 'Exercise' }).check();
    await chat.chat.getByRole('button', { name: 'Follow the terminal' }).click();
    await expect(chat.thread.getByText(GREETING)).toBeVisible();

    await practice.focusTerminal();
    await say(classroom.pane, 'call it Nova', page.keyboard);
    await expect(chat.thread.getByRole('group', { name: /^Wants to edit agent\.py: Running/ })).toBeVisible();
    await expect(chat.thread.locator('.practice-chat-diff')).toContainText(`+ ${NAME_AFTER}`);
    await acceptPermission(classroom.pane, page.keyboard);
    await expect(chat.thread.getByRole('group', { name: /^Edited agent\.py: Done/ })).toBeVisible();
    await expect(chat.thread.getByText('Now it is called Nova.')).toBeVisible();
    await expect(chat.thread.getByText(/tokens/).last()).toBeVisible();
    await practice.expectSameAsTmux(classroom.pane);

    await practice.focusTerminal();
    await say(classroom.pane, 'explain the loop', page.keyboard);
    await classroom.pane.waitForScreen('it listens');
    await chat.chat.getByRole('button', { name: 'Stop' }).click();
    await classroom.pane.waitForScreen('Interrupted');
    await expect(chat.chat.getByRole('button', { name: 'Stop' })).toHaveCount(0);
    await expect(chat.chat).toHaveAttribute('data-status', 'in_terminal');
  });
});

test.describe('on a laptop', () => {
  test.use({ viewport: { width: THREE_COLUMNS, height: 900 }, daemonFlags: ['--agent', 'shell'] });

  test('lesson, chat and terminal are side by side where the student wants it, also after a reload', async ({
    page,
    practice,
  }) => {
    const chat = new ChatPage(page);
    await practice.start();
    await practice.waitUntilConnected();
    await page.getByRole('tab', { name: 'Chat' }).click();
    await expect(practice.panel).toBeHidden();
    await page.getByRole('button', { name: 'Side by side' }).click();
    await expect(practice.panel).toBeVisible();
    await expect(chat.chat).toBeVisible();
    await expect(page.locator('article h1')).toBeInViewport();
    const widthOf = async (place: Locator) => (await place.boundingBox())?.width ?? 0;
    const columns = () => practice.terminal.evaluate(columnsOf);
    await expect.poll(columns).toBeGreaterThanOrEqual(80);
    expect(await widthOf(chat.chat)).toBeGreaterThanOrEqual(318);
    // As much text as a phone of 360 pixels shows.
    expect(await widthOf(page.locator('article p').first())).toBeGreaterThanOrEqual(310);
    const [left, right] = [await chat.chat.boundingBox(), await practice.panel.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual((right?.x ?? 0) + 1);

    const edge = page.getByRole('separator', { name: 'Width of the terminal' });
    await edge.press('ArrowRight');
    await expect.poll(columns).toBeLessThan(80);
    await edge.press('Enter');
    await expect.poll(columns).toBeGreaterThanOrEqual(80);

    await page.reload();
    await practice.practiceButton.click();
    await practice.waitUntilConnected();
    await expect(chat.chat).toBeVisible();
    await page.setViewportSize({ width: THREE_COLUMNS - 1, height: 900 });
    await expect(practice.panel).toBeVisible();
    await expect(chat.chat).toBeHidden();
    await expect(page.getByRole('button', { name: 'Side by side' })).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a student asks, allows an edit and reads its diff, and nothing is wider than the screen', async ({
    page,
    practice,
  }) => {
    const chat = new ChatPage(page);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await practice.openLesson();
    await page.getByRole('button', { name: 'Ask', exact: true }).tap();
    await chat.chat.getByRole('radio', { name: 'Exercise' }).tap();
    await chat.field.fill('call it Nova');
    await chat.chat.getByRole('button', { name: 'Send' }).tap();
    await chat.question.getByRole('button').first().tap();
    await expect(chat.thread.getByText('Now it is called Nova.')).toBeVisible();
    expect(await width()).toBe(360);
    expect(await chat.chat.evaluate(tooSmall)).toEqual([]);
  });
});

test.describe('without tmux', () => {
  test.use({ machine: { without: ['tmux'] } });

  test('an exercise goes on in the chat [cli-execution-modes 1.F3 fallback]', async ({ page, practice }) => {
    const chat = new ChatPage(page);
    await practice.start();
    await practice.panel.getByRole('button', { name: 'Go on in the chat instead' }).click();
    await chat.say('call it Nova');
    await expect(chat.question).toBeVisible();
  });
});
