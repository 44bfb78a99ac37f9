import { expect, type Page } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { type Classroom, EXERCISE, OTHER_EXERCISE, test } from '../classroom/classroom.js';
import { answerStages } from '../stages/stage-answers.js';
import { expectPicture, inEverySizeAndColour } from './pictures.js';

test.use({ daemonFlags: ['--agent', 'shell'], contextOptions: { reducedMotion: 'reduce' } });

test('the stages in the panel, and a refused claim, look as they did', async ({ practice, classroom }) => {
  const { page, panel } = practice;
  await answerStages(page);
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await expect(practice.notices).toContainText('Stage 2: not yet.');
  const bar = panel.getByRole('button', { name: 'Stage 2 of 3 · A memory' });
  // As behind every picture but the first: the focus comes back to the bar.
  await bar.click();
  await page.keyboard.press('Escape');
  await expect(bar).toBeFocused();
  await inEverySizeAndColour(page, async (end) => {
    await expectPicture(page.locator('#study-sheet'), `refused-claim-${end}`);
    await bar.click();
    await expect(panel.getByRole('dialog', { name: 'Stages' })).toBeVisible();
    await expectPicture(page.locator('#study-sheet'), `stages-${end}`);
    await page.keyboard.press('Escape');
  });
});

/** The page hears of a course in which nothing depends on when the test runs. */
async function answerCourse(page: Page, { daemon }: Classroom): Promise<void> {
  const headers = { Authorization: `Bearer ${daemon.token}` };
  const course = (await (await fetch(`${daemon.url}/progress/course`, { headers })).json()) as Course;
  for (const chapter of course.chapters) {
    for (const exercise of chapter.exercises) Object.assign(exercise, KNOWN[exercise.exerciseId]);
    chapter.done = chapter.exercises.filter(({ status }) => status === 'completed').length;
    chapter.timeOnTaskMs = chapter.exercises.reduce((sum, { timeOnTaskMs }) => sum + timeOnTaskMs, 0);
  }
  const json = { ...course, next: EXERCISE, done: 1, timeOnTaskMs: 3_300_000 };
  await page.route('**/progress/course', (route) =>
    route.fulfill({ json, headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
}

interface Course {
  chapters: {
    done: number;
    timeOnTaskMs: number;
    exercises: { exerciseId: string; status: string; timeOnTaskMs: number }[];
  }[];
}

const KNOWN: Readonly<Record<string, object>> = {
  [OTHER_EXERCISE]: { status: 'completed', completedAt: '2026-01-05T10:00:00.000Z', timeOnTaskMs: 2_700_000 },
  [EXERCISE]: { status: 'in_progress', stages: { done: 1, total: 3 }, timeOnTaskMs: 600_000 },
};

test('the course page looks as it did', async ({ page, classroom }) => {
  await answerCourse(page, classroom);
  await page.goto(`${classroom.site.url}/course`);
  await expect(page.getByRole('link', { name: 'Continue with Build Your First Agent' })).toBeVisible();
  await inEverySizeAndColour(page, (end) => expectPicture(page, `course-${end}`));
});
