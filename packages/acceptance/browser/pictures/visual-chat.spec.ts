import { expect } from '@playwright/test';
import { ChatPage } from '../chat/chat-page.js';
import { type Classroom, test } from '../classroom/classroom.js';
import type { PracticePage } from '../classroom/practice-page.js';
import { HALF_WAY } from '../classroom/tutor.js';
import { expectPicture, inEverySizeAndColour } from './pictures.js';

/** An empty chat beside a lesson, and how all of it is looked at. */
async function openChat(practice: PracticePage, { scenario }: Classroom) {
  const { page } = practice;
  const chat = new ChatPage(page);
  scenario.gates.release(HALF_WAY);
  await practice.openLesson();
  await chat.ask();
  const look = (name: string) =>
    inEverySizeAndColour(page, (end) => expectPicture(page.locator('#study-sheet'), `${name}-${end}`));
  return { chat, look };
}

test('a chat looks as it did: new, with an answer, a question and the choice of agents', async ({
  page,
  practice,
  classroom,
}) => {
  test.slow();
  const { chat, look } = await openChat(practice, classroom);
  await look('chat-new');

  await chat.say('explain the loop');
  await expect(chat.thread.getByText('That was the')).toBeVisible();
  await chat.waitUntilIdle();
  // What the daemon tells of the conversation as a whole comes after its last word.
  await expect(chat.chat.getByRole('heading', { name: 'explain the loop' })).toBeVisible();
  await expect(chat.chat.getByRole('combobox', { name: 'Model' })).toBeVisible();
  await look('chat-answer');

  await chat.chat.getByRole('radio', { name: 'Exercise' }).check();
  await chat.say('call it Nova');
  await expect(chat.question).toBeFocused();
  await look('chat-question');

  await chat.chat.getByRole('button', { name: /^Agent: / }).click();
  await expect(page.getByRole('radio', { name: 'Claude Code' })).toBeChecked();
  await inEverySizeAndColour(page, (end) => expectPicture(page, `chat-agents-${end}`));
});

test('a chat looks as it did: after a failure, and while it goes on in the terminal', async ({
  page,
  practice,
  classroom,
}) => {
  test.slow();
  const { chat, look } = await openChat(practice, classroom);
  await chat.say('go wrong');
  await expect(chat.chat.getByRole('button', { name: 'Try again' })).toBeVisible();
  await look('chat-failed');

  await chat.chat.getByRole('radio', { name: 'Exercise' }).check();
  await chat.say('call it Nova');
  await chat.question.getByRole('button', { name: 'Allow once' }).click();
  await chat.waitUntilIdle();
  await chat.choose('Continue in terminal');
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen('Nova');
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(chat.chat.getByRole('button', { name: 'Continue in chat' })).toBeVisible();
  await look('chat-away');
});
