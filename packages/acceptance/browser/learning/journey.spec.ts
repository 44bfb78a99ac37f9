import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { acceptPermission, CLAUDE_SCREENS, say } from '../../src/index.js';
import { EXERCISE, SOLUTION, test } from '../classroom/classroom.js';
import { GREETING, NAME_AFTER } from '../classroom/tutor.js';

test('a student opens a lesson, is greeted, lets the tutor edit a file, and completes the exercise [practice-environment 1.2 create] [practice-environment 1.3 setup] [practice-environment 1.3 verification] [practice-environment 1.3 completion] [practice-environment 2.4 linux] [practice-environment 4.2 begin] [practice-environment 4.2 greeting] [practice-environment 4.2 work] [practice-environment 4.2 check-again] [practice-environment 4.2 celebrate] [practice-environment 4.2 stay] [practice-environment 4.4 event] [practice-environment 4.4 local] [practice-environment 7.1 checklist]', async ({
  practice,
  classroom,
}, testInfo) => {
  const { page } = practice;
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  const picture = (name: string) => page.screenshot({ path: testInfo.outputPath(`${name}.png`) });

  await practice.openLesson();
  await expect(practice.practiceButton).toHaveText('Practice');
  await picture('1-lesson');

  await practice.practiceButton.click();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(GREETING);
  await practice.expectSameAsTmux(classroom.pane);
  await picture('2-greeted');
  const instructions = await readFile(join(classroom.workspace, 'CLAUDE.md'), 'utf8');
  const title = /^# .+$/m.exec(instructions)?.[0];
  expect(JSON.stringify(classroom.api.turns.at(-1)?.body)).toContain(title);

  await practice.focusTerminal();
  await say(classroom.pane, 'please call it Nova', page.keyboard);
  await classroom.pane.waitForScreen(CLAUDE_SCREENS.permissionDialog);
  await practice.expectSameAsTmux(classroom.pane);
  await picture('3-asks-to-edit');
  await acceptPermission(classroom.pane, page.keyboard);
  await classroom.pane.waitForScreen('Your turn!');
  expect(await readFile(join(classroom.workspace, 'agent.py'), 'utf8')).toContain(NAME_AFTER);
  await picture('4-edited');

  await practice.check();
  await expect(practice.results.locator('[data-status=failed]').first()).toBeVisible();
  await expect(practice.results.locator('.practice-criterion-message').first()).not.toBeEmpty();
  await practice.waitUntilChecked();
  await expect(practice.results).toContainText(/\b[0-5] of 6 criteria met/);
  await picture('5-check-fails');

  await cp(SOLUTION, classroom.workspace, { recursive: true });
  const completed = page.evaluate(
    () =>
      new Promise((resolve) =>
        addEventListener('practice:completed', (event) => resolve((event as CustomEvent).detail), { once: true }),
      ),
  );
  await practice.check();
  await expect(practice.celebration).toContainText('+150 XP');
  await picture('6-complete');
  expect(await completed).toEqual({ exerciseId: EXERCISE, xp: 150, first: true });
  await expect(practice.results.locator('[data-status=failed]')).toHaveCount(0);
  await expect(practice.panel.getByText('Completed', { exact: true })).toBeVisible();

  await practice.focusTerminal();
  await say(classroom.pane, 'are you still there', page.keyboard);
  await classroom.pane.waitForScreen('I am still here.');
  await practice.expectSameAsTmux(classroom.pane);
  expect([...origins].sort()).toEqual([classroom.site.url, classroom.daemon.url].sort());
});
