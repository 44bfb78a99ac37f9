import { expect } from '@playwright/test';
import { ChatPage } from '../chat/chat-page.js';
import { test } from '../classroom/classroom.js';
import { HALF_WAY } from '../classroom/tutor.js';
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

test('a chat with code, a failed run, and all that opens in it break no rule of accessibility [terminal 6 axe]', async ({
  page,
  classroom,
  practice,
}) => {
  const chat = new ChatPage(page);
  const dialog = page.getByRole('dialog');
  classroom.scenario.gates.release(HALF_WAY);
  await practice.openLesson();
  await chat.ask();
  await chat.say('explain the loop');
  await expect(chat.thread.locator('pre')).toBeVisible();
  await chat.waitUntilIdle();
  await chat.say('go wrong');
  await expect(chat.chat.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectGood(page);

  await chat.thread.getByRole('button', { name: 'Edit' }).last().click();
  await expect(chat.thread.getByRole('button', { name: 'Send again' })).toBeVisible();
  await expectGood(page);
  await page.keyboard.press('Escape');
  await chat.chat.getByRole('button', { name: 'Conversations', exact: true }).click();
  await expectGood(page);
  await page.keyboard.press('Escape');
  for (const entry of ['Rename…', 'Delete…']) {
    await chat.choose(entry);
    await expect(dialog).toBeVisible();
    await expectGood(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await chat.chat.getByRole('button', { name: /^Agent: / }).click();
  await expect(dialog.getByRole('radio', { name: 'Claude Code' })).toBeChecked();
  await expectGood(page);
});
