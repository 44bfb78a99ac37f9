import { expect } from '@playwright/test';
import {
  CLAUDE_SCREENS,
  describeDifferences,
  differencesOfStill,
  freezePane,
  pageScreen,
  say,
} from '../../src/index.js';
import { test } from '../classroom/classroom.js';
import { GREETING, HALF_WAY } from '../classroom/tutor.js';
import { RecordingsPage } from './recordings-page.js';

test('a recorded session of Claude Code is replayed, and its last screen is what tmux holds, cell by cell [cli-execution-modes Q1 last-screen]', async ({
  practice,
  classroom,
}) => {
  const recordings = new RecordingsPage(practice);
  const { pane } = classroom;
  await practice.start();
  await practice.waitUntilConnected();
  await recordings.start();
  await pane.waitForScreen(GREETING);
  await pane.waitForScreen(CLAUDE_SCREENS.ready);
  await practice.focusTerminal();
  await say(pane, 'please explain the loop 学习', practice.page.keyboard);
  await classroom.scenario.gates.reached(HALF_WAY);
  await practice.resizeTerminal(90, 28);
  classroom.scenario.gates.release(HALF_WAY);
  await pane.waitForScreen('That was the whole idea.');
  await pane.waitForScreen(CLAUDE_SCREENS.ready);
  await practice.page.keyboard.type('a party 🎉 for 学习');
  await pane.waitForScreen('🎉 for 学习');

  await using _frozen = await freezePane(pane);
  await pane.text();
  await recordings.stop();
  await recordings.replayToEnd();
  const differences = await differencesOfStill(pane, await pageScreen(practice.page, 'replay'));
  expect(describeDifferences(differences)).toBe('0 cells differ');
});
