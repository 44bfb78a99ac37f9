import { expect, type Page } from '@playwright/test';
import { describeOwnAgent, OWN_ANSWERS, say, says } from '../../src/index.js';
import { enter, tabTo } from '../accessibility/focus.js';
import { test } from '../classroom/classroom.js';
import { NAME_AFTER } from '../classroom/tutor.js';
import { ChatPage } from './chat-page.js';
import { watchPointer } from './pointer.js';

// Without transitions, what the focus looks like is known at once.
test.use({ daemonRuns: false, contextOptions: { reducedMotion: 'reduce' } });

async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Opens the menu of the conversation, whose first entry then has the focus. */
async function continueInTerminal(page: Page, chat: ChatPage): Promise<void> {
  await enter(page, chat.chat.getByRole('button', { name: 'More about this conversation' }));
  await expect(chat.chat.getByRole('button', { name: 'Continue in terminal' })).toBeFocused();
  await page.keyboard.press('Enter');
}

test('a chat about an exercise needs no mouse, from its question to the terminal and back [cli-execution-modes 1.F2 switch]', async ({
  page,
  classroom,
  practice,
}) => {
  await classroom.startDaemon();
  const expectNoPointer = await watchPointer(page);
  await practice.openLesson();
  const chat = new ChatPage(page);
  await enter(page, page.getByRole('button', { name: 'Ask', exact: true }));
  await expect(chat.field).toBeFocused();
  await tabTo(page, chat.chat.getByRole('radio', { name: 'Lesson' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(chat.chat.getByRole('radio', { name: 'Exercise' })).toBeChecked();
  await tabTo(page, chat.field);
  await write(page, 'call it Nova');
  await expect(chat.thread.locator('.practice-chat-diff')).toContainText(`+ ${NAME_AFTER}`);
  await chat.allowOnce();
  await expect(chat.thread.getByText('Now it is called Nova.')).toBeVisible();
  await chat.waitUntilIdle();

  await continueInTerminal(page, chat);
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen('Now it is called Nova.');
  await expect(practice.terminal.locator('textarea').first()).toBeFocused();
  await say(classroom.pane, 'still there', page.keyboard);
  await classroom.pane.waitForScreen('I am still here.');
  await page.keyboard.press('Control+Shift+E');
  await tabTo(page, page.getByRole('tab', { selected: true }), 'Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Workbench' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Chat' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chat.thread.getByText('I am still here.')).toBeVisible();
  await enter(page, chat.chat.getByRole('button', { name: 'Continue in chat' }));
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'End it and go on' }));
  await expect(chat.thread.getByText('Back in the chat')).toBeVisible();
  expectNoPointer();
});

test('a chat about a lesson is stopped, edited, sent again and given to another agent without a mouse [cli-execution-modes E2 custom]', async ({
  page,
  classroom,
  practice,
}) => {
  const { scenario } = classroom;
  scenario.add([
    { when: 'Take your time', reply: { steps: [{ text: 'Well, ' }, { hold: 'for ever' }] } },
    { when: 'Be quick', reply: says('It ends.') },
  ]);
  await describeOwnAgent(classroom.student.home);
  await classroom.startDaemon();
  const expectNoPointer = await watchPointer(page);
  await practice.openLesson();
  const chat = new ChatPage(page);
  await enter(page, page.getByRole('button', { name: 'Ask', exact: true }));
  await expect(chat.field).toBeFocused();
  await write(page, 'Take your time');
  await expect(chat.thread.getByText('Well,')).toBeVisible();
  await enter(page, chat.chat.getByRole('button', { name: 'Stop' }));
  await expect(chat.thread.getByText('Stopped.')).toBeVisible();
  scenario.gates.release('for ever');

  await tabTo(page, chat.thread.getByRole('button', { name: 'Edit' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(chat.thread.getByRole('textbox', { name: 'Your message' })).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Be quick');
  await enter(page, chat.thread.getByRole('button', { name: 'Send again' }));
  await expect(chat.thread.getByText('It ends.')).toBeVisible();
  await expect(chat.thread.getByText('Take your time')).toHaveCount(0);
  await chat.waitUntilIdle();

  await enter(page, chat.chat.getByRole('button', { name: 'Agent: Claude Code. Change…' }));
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Claude Code' })).toBeChecked();
  await tabTo(page, page.getByRole('dialog').getByRole('radio', { name: 'Claude Code' }));
  const own = page.getByRole('dialog').getByRole('radio', { name: 'Bell' });
  // The last in the list comes before the first.
  await page.keyboard.press('ArrowUp');
  await expect(own).toBeChecked();
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Use it' }));
  await expect(chat.chat.getByRole('button', { name: 'Agent: Bell. Change…' })).toBeVisible();
  await tabTo(page, chat.field);
  await write(page, 'ring');
  await chat.allowOnce();
  await expect(chat.thread.getByText(OWN_ANSWERS.yes)).toBeVisible();
  expectNoPointer();
});
