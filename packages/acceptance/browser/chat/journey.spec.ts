import { expect } from '@playwright/test';
import { say } from '../../src/index.js';
import { test } from '../classroom/classroom.js';
import { NAME_AFTER } from '../classroom/tutor.js';
import { ChatPage } from './chat-page.js';

test('a student is taught, allows an edit, finds all of it again after a reload, and goes on in the terminal and back [cli-execution-modes 1.F2 structured-view] [cli-execution-modes 1.F2 switch] [cli-execution-modes Q6 conversations-persist]', async ({
  page,
  classroom,
  practice,
}) => {
  const { scenario } = classroom;
  scenario.add([
    {
      when: 'Teach me the lesson',
      reply: {
        steps: [{ text: '## The loop\n\nAn agent is **a loop**. ' }, { hold: 'end' }, { text: 'What ends it?' }],
      },
    },
  ]);
  const chat = new ChatPage(page);
  const expectAllOfIt = async () => {
    await expect(chat.thread.locator('.practice-chat-diff')).toContainText(`+ ${NAME_AFTER}`);
    await expect(chat.thread.getByText('You chose: Allow once')).toBeVisible();
    await expect(chat.thread.getByText('Now it is called Nova.')).toBeVisible();
    await expect(chat.thread.getByText(/tokens · \$/)).toBeVisible();
    await expect(chat.chat.getByRole('button', { name: /^Used so far: \$/ })).toBeVisible();
  };
  await practice.openLesson();
  await chat.teachMe();
  await expect(chat.thread.getByRole('heading', { name: 'The loop' })).toBeVisible();
  await expect(chat.chat).toHaveAttribute('data-status', 'running');
  scenario.gates.release('end');
  await expect(chat.thread.getByText('What ends it?')).toBeVisible();
  await chat.waitUntilIdle();
  // A lesson has no files: what is edited belongs to the exercise.
  await chat.chat.getByRole('radio', { name: 'Exercise' }).check();
  await chat.say('call it Nova');
  await expect(chat.thread.locator('.practice-chat-diff')).toContainText(`+ ${NAME_AFTER}`);
  await chat.question.getByRole('button', { name: 'Allow once' }).click();
  await chat.waitUntilIdle();
  await expectAllOfIt();
  const used = chat.chat.getByRole('button', { name: /^Used so far: / });
  const cost = (await used.textContent()) ?? '';

  await page.reload();
  await chat.ask();
  await chat.chat.getByRole('radio', { name: 'Lesson' }).check();
  await expect(chat.thread.getByText('What ends it?')).toBeVisible();
  await chat.chat.getByRole('radio', { name: 'Exercise' }).check();
  await expectAllOfIt();
  await expect(used).toHaveText(cost);

  await chat.choose('Continue in terminal');
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen('Now it is called Nova.');
  await practice.focusTerminal();
  await say(classroom.pane, 'still there', page.keyboard);
  await classroom.pane.waitForScreen('I am still here.');
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(chat.thread.getByText('I am still here.')).toBeVisible();
  await chat.chat.getByRole('button', { name: 'Continue in chat' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End it and go on' }).click();
  await expect(chat.thread.getByText('Back in the chat')).toBeVisible();
  await chat.say('are you still there?');
  await expect(chat.thread.getByText('I am still here.')).toHaveCount(2);
});
