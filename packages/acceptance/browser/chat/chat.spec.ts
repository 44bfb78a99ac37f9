import { expect } from '@playwright/test';
import { say, says } from '../../src/index.js';
import { beGreeted } from '../classroom/be-greeted.js';
import { test } from '../classroom/classroom.js';
import { GREETING, NAME_AFTER } from '../classroom/tutor.js';
import { ChatPage } from './chat-page.js';

const TAUGHT = 'An agent is **a loop** around a model.\n\n```python\nwhile True:\n    respond()\n```\n\n';

test.describe('a chat about a lesson', () => {
  test('teaches it, streams the answer, tells the cost, and is there again after a reload [cli-execution-modes 1.F2 structured-view] [cli-execution-modes Q6 conversations-persist]', async ({
    page,
    classroom,
    practice,
  }) => {
    const { scenario } = classroom;
    scenario.add([
      {
        when: 'Teach me the lesson',
        reply: { steps: [{ text: `## The loop\n\n${TAUGHT}` }, { hold: 'end' }, { text: 'What ends it?' }] },
      },
    ]);
    await practice.openLesson();
    const chat = new ChatPage(page);
    await chat.teachMe();
    await expect(chat.thread.getByRole('heading', { name: 'The loop' })).toBeVisible();
    await expect(chat.chat).toHaveAttribute('data-status', 'running');
    scenario.gates.release('end');
    await expect(chat.thread.getByText('What ends it?')).toBeVisible();
    await chat.waitUntilIdle();
    await expect(chat.thread.getByText(/tokens · \$/)).toBeVisible();
    await expect(chat.chat.getByRole('button', { name: /^Used so far: \$/ })).toBeVisible();
    await page.reload();
    await chat.ask();
    await expect(chat.thread.getByText('What ends it?')).toBeVisible();
  });

  test('begins with what fits: a press of a button, by keyboard, sends it', async ({ page, classroom, practice }) => {
    const { scenario, api } = classroom;
    scenario.add([{ when: 'Explain what I selected', reply: says('It never forgets.') }]);
    await practice.openLesson();
    const chat = new ChatPage(page);
    await chat.ask();
    const words = chat.chat.getByRole('list', { name: 'Ways to begin' }).getByRole('button');
    await expect(words).toHaveText(['Teach me this lesson', 'Explain this section: Introduction']);
    await page.getByText('a conversation is a list that only grows').selectText();
    await expect(words).toHaveText(['Teach me this lesson', 'Explain what I selected']);
    await words.nth(1).press('Enter');
    await expect(chat.thread.getByText('It never forgets.')).toBeVisible();
    await expect(chat.field).toBeFocused();
    await expect(words).toHaveCount(0);
    expect(JSON.stringify(api.turns.at(-1))).toContain('a conversation is a list that only grows');
  });

  test('tells the agent what was selected, and what the lesson says, only once', async ({
    page,
    classroom,
    practice,
  }) => {
    const { scenario, api } = classroom;
    scenario.add([{ when: 'Why is that?', reply: says('Because it has no memory.') }]);
    await practice.openLesson();
    const chat = new ChatPage(page);
    await page.getByText('a conversation is a list that only grows').selectText();
    await chat.ask();
    await expect(chat.chat.getByRole('button', { name: /^Leave out: Selected a conversation is/ })).toBeVisible();
    await chat.say('Why is that?');
    await expect(chat.thread.getByText('Because it has no memory.')).toBeVisible();
    await chat.waitUntilIdle();
    await chat.say('But Why is that?');
    await expect(chat.thread.getByText('Because it has no memory.')).toHaveCount(2);
    const told = JSON.stringify(api.turns.at(-1));
    expect(told.split('The student has selected this passage').length - 1).toBe(1);
    expect(told.split('as the student sees it').length - 1).toBe(1);
  });

  test('stops when it is told to, and tries again', async ({ page, classroom, practice }) => {
    const { scenario } = classroom;
    scenario.add([
      { when: 'Take your time', reply: { steps: [{ text: 'Well, ' }, { hold: 'for ever' }] } },
      { when: 'Please go on', reply: says('It ends.') },
    ]);
    await practice.openLesson();
    const chat = new ChatPage(page);
    await chat.ask();
    await chat.say('Take your time');
    await expect(chat.thread.getByText('Well,')).toBeVisible();
    await chat.chat.getByRole('button', { name: 'Stop' }).click();
    await expect(chat.thread.getByText('Stopped.')).toBeVisible();
    scenario.gates.release('for ever');
    await chat.chat.getByRole('button', { name: 'Try again' }).click();
    await expect(chat.thread.getByText('It ends.')).toBeVisible();
  });
});

test.describe('a chat about an exercise', () => {
  test('asks before it edits, shows the diff, goes on in the terminal and comes back [cli-execution-modes 1.F1 terminal-view] [cli-execution-modes 1.F2 switch]', async ({
    page,
    classroom,
    practice,
  }) => {
    await practice.openLesson();
    const chat = new ChatPage(page);
    await page.getByRole('button', { name: 'Ask', exact: true }).press('Enter');
    await expect(chat.field).toBeFocused();
    await chat.chat.getByRole('radio', { name: 'Exercise' }).press('Space');
    await chat.field.focus();
    await page.keyboard.type('call it Nova');
    await page.keyboard.press('Enter');
    // Nobody is writing: the question takes the focus, and a number answers it.
    await expect(chat.question).toBeFocused();
    await expect(chat.question).toHaveAccessibleName('May Claude Code edit agent.py?');
    const words = chat.question.getByRole('button');
    await expect(words).toHaveText([/Allow once/, /Allow for this conversation/, /Refuse/]);
    await expect(chat.thread.locator('.practice-chat-diff')).toContainText(`+ ${NAME_AFTER}`);
    await chat.allowOnce();
    await expect(chat.thread.getByText('Now it is called Nova.')).toBeVisible();
    await chat.waitUntilIdle();
    await expect(chat.thread.getByRole('button', { name: 'Copy: the answer' })).toHaveCount(1);

    await chat.choose('Continue in terminal');
    await practice.waitUntilConnected();
    await classroom.pane.waitForScreen('Now it is called Nova.');
    await practice.focusTerminal();
    await say(classroom.pane, 'still there', page.keyboard);
    await classroom.pane.waitForScreen('I am still here.');
    await page.getByRole('tab', { name: 'Chat' }).press('Enter');
    await expect(chat.thread.getByText('I am still here.')).toBeVisible();
    await chat.chat.getByRole('button', { name: 'Continue in chat' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'End it and go on' }).press('Enter');
    await expect(chat.thread.getByText('Back in the chat')).toBeVisible();
    await chat.say('are you still there?');
    await expect(chat.thread.getByText('I am still here.')).toHaveCount(2);

    // Again, with the terminal open already: a shell, since its agent has gone.
    await chat.waitUntilIdle();
    await chat.choose('Continue in terminal');
    await expect(practice.panel).toBeVisible();
    await practice.waitUntilConnected();
    await classroom.pane.waitForScreen('are you still there?');
    await practice.expectSameAsTmux(classroom.pane);
  });

  test('takes up what was said to the tutor in the terminal', async ({ page, classroom, practice }) => {
    await practice.start();
    await beGreeted(practice, classroom);
    await practice.panel.getByRole('button', { name: 'More', exact: true }).click();
    await practice.panel.getByRole('button', { name: 'Continue in chat' }).click();
    const chat = new ChatPage(page);
    await page.getByRole('dialog').getByRole('button', { name: 'End it and go on' }).click();
    await expect(chat.thread.getByText(GREETING)).toBeVisible();
    await chat.say('Are you still there?');
    await expect(chat.thread.getByText('I am still here.')).toBeVisible();
  });
});
