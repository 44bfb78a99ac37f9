import { cp, readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectGood } from '../accessibility/rules.js';
import { SOLUTION, test } from '../classroom/classroom.js';
import { PracticePage } from '../classroom/practice-page.js';
import { openShell, run } from '../classroom/shell-screen.js';
import { collectTexts } from '../moments/shown-texts.js';
import { RecordingsPage } from './recordings-page.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

test('a session is recorded only once that is asked for, says so in every tab, and is listed, saved and deleted [cli-execution-modes Q1 switch] [cli-execution-modes Q1 list] [terminal 6 axe]', async ({
  practice,
  classroom,
  context,
}) => {
  const recordings = new RecordingsPage(practice);
  const { page } = practice;
  await openShell(practice);
  const other = new PracticePage(await context.newPage(), classroom.site.url);
  await other.start();
  const otherRecordings = new RecordingsPage(other);
  await expect(recordings.badge).toBeEmpty();

  await recordings.choose('Record this session…');
  await expect(recordings.question).toContainText('~/.af-practice/recordings');
  await expect(recordings.question.getByRole('checkbox')).not.toBeChecked();
  await expectGood(page);
  await recordings.question.getByRole('button', { name: 'Do not record' }).click();
  await expect(recordings.badge).toBeEmpty();

  await recordings.start({ input: true });
  await expect(recordings.badge).toHaveText('Recording, with your keys');
  await expect(otherRecordings.badge).toHaveText('Recording, with your keys');
  await expectGood(page);
  await page.reload();
  await practice.practiceButton.click();
  await expect(recordings.badge).toHaveText('Recording, with your keys');
  // Said for some seconds, in both tabs at once.
  const kept = [recordings, otherRecordings].map(({ note }) => expect(note).toContainText('is kept on this computer'));
  await recordings.stop();
  await Promise.all(kept);
  await expect(otherRecordings.badge).toBeEmpty();

  await recordings.choose('Recordings…');
  await expect(recordings.list.getByRole('listitem')).toHaveCount(1);
  await expect(recordings.list).toContainText('with what was typed');
  await expectGood(page);
  const download = page.waitForEvent('download');
  await recordings.list.getByRole('button', { name: 'Save' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^ch34-first-agent-\d{8}-\d{6}-[0-9a-f]{8}\.cast$/);
  expect(JSON.parse((await readFile(await file.path(), 'utf8')).split('\n')[0] ?? '')).toMatchObject({ version: 3 });

  await recordings.list.getByRole('button', { name: 'Delete…' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this recording?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(recordings.list.getByRole('listitem')).toHaveCount(1);
  await recordings.list.getByRole('button', { name: 'Delete…' }).click();
  await question.getByRole('button', { name: 'Delete it' }).click();
  await expect(recordings.list).toContainText('There are none yet');
  await expect(recordings.list).toBeVisible();
});

test('a recording plays at any speed, from any place, without its idle time, and finds words in it [cli-execution-modes Q1 replay] [cli-execution-modes Q1 search]', async ({
  practice,
}) => {
  const recordings = new RecordingsPage(practice);
  await openShell(practice);
  await recordings.start();
  await run(practice, 'echo "first $((40+2))"', /first 42/);
  await run(practice, 'sleep 5; clear; echo "second $((40+3))"', /second 43/);
  await run(practice, 'clear; echo "third $((40+4)), and first $((40+2))"', /third 44/);
  await recordings.stop();
  await recordings.replayToEnd();
  const { replay } = recordings;
  await recordings.shows(/third 44/);
  await expectGood(practice.page);

  await test.step('idle time', async () => {
    const slider = replay.getByRole('slider', { name: 'Position' });
    const length = async () => Number(await slider.getAttribute('max'));
    const short = await length();
    await replay.getByRole('checkbox', { name: 'Skip idle time' }).uncheck();
    expect(await length()).toBeGreaterThan(short + 2500);
    await replay.getByRole('checkbox', { name: 'Skip idle time' }).check();
    expect(await length()).toBe(short);
  });

  await test.step('search', async () => {
    await replay.getByRole('searchbox', { name: 'Find' }).fill('second 43');
    await practice.page.keyboard.press('Enter');
    await expect(replay.getByText('Appears once.')).toBeVisible();
    await recordings.shows(/second 43/);
    await replay.getByRole('searchbox', { name: 'Find' }).fill('FIRST 42');
    await practice.page.keyboard.press('Enter');
    await expect(replay.getByText('Appears 1 of 2.')).toBeVisible();
    await recordings.shows(/first 42/);
    expect(await recordings.rows()).not.toContain('third');
    await practice.page.keyboard.press('Enter');
    await expect(replay.getByText('Appears 2 of 2.')).toBeVisible();
    await recordings.shows(/third 44, and first 42/);
    await replay.getByRole('button', { name: 'Previous' }).click();
    await recordings.shows(/first 42/);
    await replay.getByRole('searchbox', { name: 'Find' }).fill('never there');
    await practice.page.keyboard.press('Enter');
    await expect(replay.getByText('It never appears.')).toBeVisible();
  });

  await test.step('speed', async () => {
    const play = replay.getByRole('button', { name: /Play|Pause/ });
    await play.press('Home');
    await replay.getByRole('combobox', { name: 'Speed' }).selectOption('8');
    const words = await collectTexts(practice.page, '.practice-replay-play');
    await play.click();
    await recordings.shows(/third 44/);
    await expect.poll(async () => (await words()).map(({ text }) => text)).toEqual(['Play', 'Pause', 'Play']);
    const [, began, ended] = await words();
    const length = Number(await replay.getByRole('slider', { name: 'Position' }).getAttribute('max'));
    // At its own speed it would take all of that, give or take what it was told late.
    expect((ended?.atMs ?? Infinity) - (began?.atMs ?? 0)).toBeLessThan(length / 2);
  });
});

test('what was recorded is watched without a session: after Finish, and on the page of progress', async ({
  practice,
  classroom,
}) => {
  const recordings = new RecordingsPage(practice);
  const { page, panel } = practice;
  await openShell(practice);
  await recordings.start();
  await run(practice, 'echo "some $((40+2))"', /some 42/);
  await recordings.stop();
  await cp(SOLUTION, classroom.workspace, { recursive: true });
  await practice.check();
  await panel.getByRole('button', { name: 'Finish' }).click();
  await expect(panel.getByRole('heading', { name: 'Exercise finished' })).toBeVisible();
  await recordings.replayToEnd();
  await recordings.shows(/some 42/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(recordings.list).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'More', exact: true })).toBeFocused();

  await page.getByRole('link', { name: 'Progress' }).first().click();
  await page.getByRole('button', { name: 'Recordings…' }).click();
  await expect(recordings.list.getByRole('listitem')).toHaveCount(1);
  await expectGood(page);
  await recordings.list.getByRole('button', { name: 'Replay' }).click();
  await expect(recordings.replay.getByRole('button', { name: /Pause|Play/ })).toBeVisible();
});

test('recording, and the replay, need no mouse [cli-execution-modes Q1 keyboard]', async ({ practice }) => {
  const recordings = new RecordingsPage(practice);
  const { page, panel } = practice;
  const { keyboard } = page;
  await openShell(practice);
  const more = panel.getByRole('button', { name: 'More', exact: true });

  await test.step('record', async () => {
    await more.focus();
    await keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Record this session…' }).focus();
    await keyboard.press('Enter');
    await expect(recordings.question).toBeVisible();
    await recordings.question.getByRole('button', { name: 'Start recording' }).focus();
    await keyboard.press('Enter');
    await expect(recordings.badge).toHaveText('Recording');
    await expect(more).toBeFocused();
    await run(practice, 'echo "some $((40+2))"; sleep 1; echo "more $((40+3))"', /more 43/);
    await panel.getByRole('button', { name: 'Stop recording' }).focus();
    await keyboard.press('Enter');
    await expect(recordings.badge).toBeEmpty();
    await expect(panel.getByRole('button', { name: 'Check My Work' })).toBeFocused();
  });

  await test.step('replay', async () => {
    await more.focus();
    await keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Recordings…' }).focus();
    await keyboard.press('Enter');
    await recordings.list.getByRole('button', { name: 'Replay' }).focus();
    await keyboard.press('Enter');
    const play = recordings.replay.getByRole('button', { name: /Play|Pause/ });
    await expect(play).toBeFocused();
    await keyboard.press('End');
    await recordings.shows(/more 43/);
    await keyboard.press('Home');
    await keyboard.press('Space');
    const speed = recordings.replay.getByRole('combobox', { name: 'Speed' });
    await keyboard.press('+');
    await expect(speed).toHaveValue('1.5');
    await keyboard.press('-');
    await keyboard.press('-');
    await expect(speed).toHaveValue('0.5');
    await keyboard.press('ArrowRight');
    await recordings.shows(/more 43/);
    await expect(play).toHaveText('Play');
    // Five seconds at a time.
    await expect(async () => {
      await keyboard.press('ArrowLeft');
      await expect(recordings.replay.getByRole('slider')).toHaveValue('0', { timeout: 500 });
    }).toPass();
    await keyboard.press('Escape');
    await expect(recordings.replay).toHaveCount(0);
    await expect(recordings.list.getByRole('button', { name: 'Replay' })).toBeFocused();
    await keyboard.press('Escape');
    await expect(recordings.list).toHaveCount(0);
    await expect(more).toBeFocused();
  });
});
