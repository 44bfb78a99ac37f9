import { type BrowserContext, expect, type Page } from '@playwright/test';
import { EXERCISE, OTHER_EXERCISE, test } from '../classroom/classroom.js';
import { giveItMemory, writeForgetfulAgent } from '../classroom/first-agent-steps.js';
import { PracticePage } from '../classroom/practice-page.js';
import { openShell } from '../classroom/shell-screen.js';
import { entryOf } from '../learning/progress-page.js';
import { Requests } from './requests.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

const OTHER_LESSON = '/docs/Building-Custom-Agents/how-agents-work/the-agent-loop';

/** Longer than any of the polls that once were. */
const IDLE_MS = 20_000;
/** Longer than a busy machine lets a page stand still while it begins. */
const QUIET_MS = 6000;
const TABS = 8;

async function openBeside(context: BrowserContext, url: string): Promise<PracticePage> {
  const beside = new PracticePage(await context.newPage(), url);
  await beside.start();
  await waitUntilShown(beside);
  return beside;
}

/** Connected or watching: which page writes is not what these tests are about. */
async function waitUntilShown({ connection }: PracticePage): Promise<void> {
  await connection.waitFor();
  await expect(connection).toHaveText(/Connected|Watching/);
}

/** The results as a student reads them: one line for each criterion, and its hints. */
async function shownResults({ results }: PracticePage): Promise<string[]> {
  return results.locator('.practice-criterion').allInnerTexts();
}

async function expectSame(a: PracticePage, b: PracticePage): Promise<void> {
  await expect(async () => {
    const [here, there] = await Promise.all([shownResults(a), shownResults(b)]);
    expect(here.length).toBeGreaterThan(0);
    expect(there).toEqual(here);
  }).toPass({ timeout: 15_000 });
}

test('two browsers show the same throughout: a check, a hint, a completion, with the daemon killed in between [terminal-events 5 events-agree] [terminal-events 5 events-resume]', async ({
  practice: one,
  classroom,
  browser,
}) => {
  await openShell(one);
  await using context = await browser.newContext();
  const two = await openBeside(context, classroom.site.url);

  await test.step('a check of one shows in both', async () => {
    await one.check();
    await expect(two.results).toBeVisible();
    await one.waitUntilChecked();
    await two.waitUntilChecked();
    await expectSame(one, two);
  });

  await test.step('a hint of the other opens in both', async () => {
    await two.results.getByRole('button', { name: 'Show hint 1 of 4' }).click();
    await expect(one.results.getByText('Hint 1 of 4', { exact: true })).toBeVisible();
    await expectSame(one, two);
  });

  await test.step('so does what happens after the daemon was killed and started anew', async () => {
    await classroom.daemon.kill();
    await classroom.daemon.restart();
    await Promise.all([one, two].map(waitUntilShown));
    await writeForgetfulAgent(classroom.workspace);
    await two.check();
    await two.waitUntilChecked();
    await expectSame(one, two);
    await expect(one.results.locator('[data-status=passed]').first()).toBeVisible();
  });

  await test.step('a page that is loaded anew agrees with the other', async () => {
    await two.page.reload();
    await two.start();
    await waitUntilShown(two);
    await two.waitUntilChecked();
    await expectSame(one, two);
  });

  await test.step('completion is known to both, and celebrated where it was asked for', async () => {
    await giveItMemory(classroom.workspace);
    await one.check();
    await expect(one.celebration).toBeVisible();
    await expect(two.panel.getByText('Completed', { exact: true })).toBeVisible();
    await expect(two.celebration).toHaveCount(0);
    await one.waitUntilChecked();
    await expectSame(one, two);
  });
});

test('eight tabs of one browser all work, and hold one stream of events [terminal-events 5 events-one-stream]', async ({
  practice,
  classroom,
  context,
}) => {
  const requests = new Requests(context, classroom.daemon.url);
  const tabs = [practice];
  await openShell(practice);
  while (tabs.length < TABS) tabs.push(await openBeside(context, classroom.site.url));
  expect(requests.streams).toHaveLength(1);

  await practice.check();
  await practice.waitUntilChecked();
  for (const tab of tabs) {
    await tab.waitUntilChecked();
    await expectSame(practice, tab);
  }

  const [, second] = tabs;
  await practice.page.close();
  await expect.poll(() => requests.streams.length).toBe(2);
  await second?.results.getByRole('button', { name: 'Show hint 1 of 4' }).click();
  for (const tab of tabs.slice(1)) await expect(tab.results.getByText('Hint 1 of 4', { exact: true })).toBeVisible();
});

test('pages that stand idle ask for nothing, and still learn of everything [terminal-events 5 events-idle]', async ({
  practice,
  classroom,
  context,
}) => {
  const requests = new Requests(context, classroom.daemon.url);
  await openShell(practice);
  const progress = await context.newPage();
  await progress.goto(`${classroom.site.url}/progress`);
  await expect(entryOf(progress, 'Build Your First Agent')).toBeVisible();
  const lesson = await openOtherLesson(context, classroom.site.url);
  await requests.untilQuiet(QUIET_MS);
  expect(await requests.within(IDLE_MS)).toEqual([]);

  await post(classroom.daemon, '/exercises/start', OTHER_EXERCISE);
  await expect(lesson.locator('.practice-button')).toHaveText('Resume');
  await expect(practice.panel.getByRole('button', { name: /^Active/ })).toContainText('2');
  await post(classroom.daemon, '/exercises/verify', EXERCISE);
  await expect(entryOf(progress, 'Build Your First Agent')).toContainText('Attempts1');
});

test.describe('where a program is missing', () => {
  test.use({ machine: { agents: [], without: ['tmux'] } });

  test('the page waits without a request until it is told that it is there [terminal-events 5 events-idle]', async ({
    practice,
    classroom,
    context,
  }) => {
    const requests = new Requests(context, classroom.daemon.url);
    await practice.start();
    const step = practice.panel.getByRole('heading', { name: 'Install tmux' });
    await expect(step).toBeVisible();
    await requests.untilQuiet(QUIET_MS);
    expect(await requests.within(IDLE_MS / 2)).toEqual([]);
    await classroom.student.install('tmux');
    await practice.waitUntilConnected();
  });
});

/** The lesson whose exercise nobody has started. */
async function openOtherLesson(context: BrowserContext, site: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site + OTHER_LESSON);
  await expect(page.locator('.practice-button')).toHaveText('Practice');
  return page;
}

async function post(daemon: { url: string; token: string }, path: string, exerciseId: string): Promise<void> {
  const headers = { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' };
  const response = await fetch(daemon.url + path, { method: 'POST', headers, body: JSON.stringify({ exerciseId }) });
  expect(response.status).toBe(200);
}
