import { cp } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { type Classroom, EXERCISE, SOLUTION, test } from '../classroom/classroom.js';
import type { PracticePage } from '../classroom/practice-page.js';
import { openShell } from '../classroom/shell-screen.js';
import { collectTexts } from '../moments/shown-texts.js';
import { type Gamification, serveGamification } from './gamification.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

/** The pages of the classroom's site tell this endpoint from now on. */
function tell({ site, daemon }: Classroom, { url }: Gamification): void {
  site.configure({ serverUrl: daemon.url, gamification: { url } });
}

/** Completes the exercise. The celebration, which is soon over, says this of the site. */
async function complete(practice: PracticePage, { workspace }: Classroom, words: string): Promise<void> {
  await openShell(practice);
  const celebrated = await collectTexts(practice.page, '.practice-celebration-badge');
  await cp(SOLUTION, workspace, { recursive: true });
  await practice.check();
  await expect
    .poll(async () => (await celebrated()).at(-1)?.text)
    .toMatch(new RegExp(`^Exercise complete\\+150 XP.*${words}$`));
}

function untold(page: Page) {
  return page.locator('.practice-untold[data-kind=waiting]');
}

/** The effects that the completions had, however often they were told. */
function effectsOf({ awarded }: Gamification): number[] {
  return [...awarded.values()];
}

test('a completion is told to the site at once, and the student sees it [practice-environment 4.4 told] [practice-environment 4.4 shown]', async ({
  practice,
  classroom,
}) => {
  await using endpoint = await serveGamification();
  tell(classroom, endpoint);
  await complete(practice, classroom, 'told to the site');
  expect(endpoint.bodies).toEqual([
    {
      type: 'exercise_completed',
      exerciseId: EXERCISE,
      xp: 150,
      eventId: endpoint.told[0],
      completedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  ]);
  await practice.panel.getByRole('button', { name: 'Finish' }).click();
  await expect(practice.panel.getByRole('region', { name: 'Exercise finished' })).toContainText(
    '+150 XP · told to the site',
  );
});

test('an endpoint that is down, answers a page, or answers late gets it in the end, with one effect, across reloads and tabs [practice-environment 4.4 outbox] [practice-environment 4.4 taken] [practice-environment 4.4 shown]', async ({
  practice,
  classroom,
  context,
}) => {
  await using endpoint = await serveGamification();
  endpoint.mood = 'down';
  tell(classroom, endpoint);
  await complete(practice, classroom, 'will be told when the site answers');
  const { page } = practice;
  await page.goto(`${classroom.site.url}/progress`);
  await expect(untold(page)).toContainText('One completed exercise will be told to the site when it answers.');

  endpoint.mood = 'page';
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => endpoint.told.length).toBeGreaterThan(2);
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();

  endpoint.mood = 'late';
  const before = endpoint.told.length;
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => endpoint.told.length).toBe(before + 1);
  const other = await context.newPage();
  await other.goto(`${classroom.site.url}/progress`);
  await expect(untold(other)).toBeVisible();
  await page.reload();
  endpoint.answerLate();
  endpoint.mood = 'up';
  await expect(untold(page)).toHaveCount(0);
  await expect(untold(other)).toHaveCount(0);
  expect(effectsOf(endpoint)).toEqual([150]);
  expect(new Set(endpoint.told).size).toBe(1);
});

test('a completion of which no page knows is told by the next one, and by another browser with the same id [practice-environment 4.4 catch-up] [practice-environment 4.4 outbox]', async ({
  page,
  classroom,
  browser,
}) => {
  await using endpoint = await serveGamification();
  tell(classroom, endpoint);
  const ask = async (route: string) => {
    const headers = { Authorization: `Bearer ${classroom.daemon.token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ exerciseId: EXERCISE });
    const response = await fetch(`${classroom.daemon.url}/exercises/${route}`, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject(route === 'verify' ? { complete: true } : { exerciseId: EXERCISE });
  };
  await ask('start');
  await cp(SOLUTION, classroom.workspace, { recursive: true });
  await ask('verify');
  expect(endpoint.told).toEqual([]);

  await page.goto(`${classroom.site.url}/progress`);
  await expect.poll(() => effectsOf(endpoint)).toEqual([150]);
  // A page that has not heard the answer yet would rightly tell it again.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('practice:completions'))).toContain('"waiting":[]');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Exercises' })).toBeVisible();
  const another = await browser.newContext();
  const elsewhere = await another.newPage();
  await elsewhere.goto(`${classroom.site.url}/progress`);
  await expect.poll(() => endpoint.told.length).toBe(2);
  await another.close();
  expect(effectsOf(endpoint)).toEqual([150]);
  expect(new Set(endpoint.told).size).toBe(1);
});
