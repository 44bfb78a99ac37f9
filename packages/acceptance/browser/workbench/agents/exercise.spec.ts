import { expect, type Page } from '@playwright/test';
import { coachCall } from '../../../src/coach/calls.js';
import { CoachedExercise } from '../../../src/coach/coached-exercise.js';
import { ADDED_FILE } from '../../../src/coach/workbench-exercise.js';
import { collectComplaints, reportFailure } from '../../classroom/failure-report.js';
import { PracticePage } from '../../classroom/practice-page.js';
import { test as base } from '../../test.js';
import { boxOf, overlap } from '../room/boxes.js';
import { WorkbenchPage } from '../room/workbench-page.js';

interface Fixtures {
  coached: CoachedExercise;
  practice: PracticePage;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are used.
  coached: async ({}, use) => {
    await using coached = await CoachedExercise.open({ agent: 'claude' });
    await use(coached);
  },

  practice: async ({ page, coached }, use, info) => {
    const complaints = collectComplaints(page);
    await use(new PracticePage(page, coached.site.url));
    await reportFailure(info, page, complaints, coached.daemon.output);
  },
});

const DONE = /"success":true/;
const MARK = { path: ADDED_FILE, start: 1, end: 1, style: 'warning', hoverText: 'Is it?' } as const;
const MESSAGE = { message: 'What is the question?', type: 'hint', anchor: { path: ADDED_FILE, line: 1 } } as const;

/** What the model is told of its next step, in which it uses the coach. */
async function useNext({ model }: CoachedExercise): Promise<void> {
  expect(await model.next()).toMatch(DONE);
}

async function expectBeside(page: Page, practice: PracticePage): Promise<void> {
  const [editor, terminal] = await Promise.all([
    boxOf(new WorkbenchPage(page).part('Editor')),
    boxOf(practice.terminal),
  ]);
  expect(overlap(editor, terminal)).toBe(false);
}

test('Claude Code, the tutor of an exercise that asks for the Workbench, opens a file, marks a line and says something at it, and the Workbench beside the terminal shows it [workbench lesson-tab]', async ({
  practice,
  coached,
}) => {
  const { page } = practice;
  const workbench = new WorkbenchPage(page);
  await practice.start();
  await practice.waitUntilConnected();
  const parts = page.getByRole('navigation', { name: 'Parts of the page' });
  await parts.getByRole('button', { name: /^Coach/ }).click();
  await workbench.hints.press('End');
  await parts.getByRole('button', { name: /^Editor/ }).click();
  coached.model.will([
    coachCall('paige_open_file', { path: ADDED_FILE }),
    coachCall('paige_highlight_lines', MARK),
    coachCall('paige_show_message', MESSAGE),
  ]);
  await practice.focusTerminal();
  await coached.request(page.keyboard);

  await useNext(coached);
  await expect(workbench.text).toHaveAttribute('aria-label', `${ADDED_FILE}, editor`);
  await expect(workbench.text).toContainText('answer = 41');
  await expectBeside(page, practice);
  await useNext(coached);
  await expect(workbench.text.locator('.cm-line.wb-mark-warning')).toHaveText(['answer = 41']);
  await useNext(coached);
  await expect(workbench.line(1).locator('+ * .wb-balloon')).toContainText(MESSAGE.message);
  await expect(practice.terminal).toBeVisible();
});
