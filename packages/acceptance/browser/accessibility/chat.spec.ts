import { expect } from '@playwright/test';
import { ChatPage } from '../chat/chat-page.js';
import { test } from '../classroom/classroom.js';
import { expectGood } from './rules.js';

test('a question, a conversation in the terminal, and what asks before it goes there, break no rule of accessibility [terminal 6 axe]', async ({
  page,
  practice,
}) => {
  const chat = new ChatPage(page);
  const dialog = page.getByRole('dialog');
  await practice.openLesson();
  await chat.ask();
  await chat.chat.getByRole('radio', { name: 'Exercise' }).check();
  await chat.say('call it Nova');
  await expect(chat.question).toBeVisible();
  await expectGood(page);
  await chat.question.getByRole('button', { name: 'Allow once' }).click();
  await chat.waitUntilIdle();
  await chat.choose('Continue in terminal');
  await practice.waitUntilConnected();
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(chat.chat.getByRole('button', { name: 'Continue in chat' })).toBeVisible();
  await expectGood(page);
  await chat.chat.getByRole('button', { name: 'Continue in chat' }).click();
  await expect(dialog).toBeVisible();
  await expectGood(page);
});
