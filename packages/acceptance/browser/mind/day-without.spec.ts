import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { INPUTS } from '../../src/coach/calls.js';
import { leaveKata } from '../../src/coach/older-kata.js';
import { CoachTools } from '../../src/workbench/coach-tools.js';
import { DashboardPage } from './dashboard-page.js';
import { ISSUES, KATA } from './day-script.js';
import { KataPage } from './kata-page.js';
import { test } from './learner.js';

/** As `gh` says it. */
const OFFLINE = 'error connecting to api.github.com\ncheck your internet connection or https://githubstatus.com\n';
/** What is missing, and what to do about it. */
const ADVICE = /Claude Code is not signed in\. Sign in with claude auth login.*ANTHROPIC_API_KEY/;
const PHASES = ['Say what a total is', 'Prove it'];
const [ISSUE] = ISSUES;

test.use({ isSignedIn: false });

test('the same day without a key, without ChromaDB and offline: what can be done is, and the rest says what it lacks [mind day-without]', async ({
  page,
  workbench,
  coached,
  gh,
  sleep,
}) => {
  test.setTimeout(600_000);
  const { command, project, student, model } = coached;
  const dashboard = new DashboardPage(page);
  const terminal = page.locator('.xterm-rows').first();
  const coach = workbench.part('Coach');
  await using tools = await CoachTools.connect({ url: project.origin, secret: await project.secret() });
  await gh.fails(OFFLINE);
  leaveKata(student.home, KATA);

  await test.step('the dashboard has what the machine knows, and says that GitHub is out of reach', async () => {
    await dashboard.open(await command.dashboard());
    await dashboard.choose('shop');
    await expect(dashboard.section('Katas')).toContainText(KATA.title);
    await expect(dashboard.section('Gaps')).toContainText(KATA.gap);
    const issues = dashboard.section('What to work on next');
    await expect(issues.getByRole('alert')).toContainText('GitHub cannot be reached. Check your network');
    await expect(issues.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  await test.step('the settings say of each part what it lacks', async () => {
    const settings = await dashboard.settings();
    await expect(settings.getByRole('status')).toContainText(ADVICE);
    for (const part of ['Plans for an issue', 'Explaining code', 'Reviewing katas', 'Choosing issues'])
      await expect(settings.locator('label', { hasText: part })).toContainText('Waits');
    await expect(settings.locator('label', { hasText: 'Memory' })).not.toContainText('Waits');
    await expect(settings).toContainText('Memories are kept on this computer.');
    await page.keyboard.press('Escape');
  });

  await test.step('with GitHub back, its issues are there as it lists them', async () => {
    await gh.lists(ISSUES);
    await dashboard.section('What to work on next').getByRole('button', { name: 'Try again' }).click();
    await expect(dashboard.issue(ISSUE.title)).toContainText(ISSUE.body);
    await expect(dashboard.section('What to work on next')).toContainText(ADVICE);
    await dashboard.workOn(ISSUE.title);
    await workbench.arrive();
    await expect(coach.getByRole('region', { name: 'Issue' })).toContainText(`#${ISSUE.number} ${ISSUE.title}`);
  });

  await test.step('Claude Code is in the terminal, and says by itself that it is not signed in', async () => {
    await expect(terminal).toContainText('Not logged in');
  });

  await test.step('its pipeline is refused in words; its other tools work', async () => {
    await expect(tools.call('paige_run_coaching_pipeline', INPUTS.paige_run_coaching_pipeline)).rejects.toThrow(ADVICE);
    await project.plan(PHASES);
    await workbench.reload();
    await tools.call('paige_update_phase', { phase: 1, status: 'active' });
    await expect(coach.locator('.wb-phase-title')).toHaveText([`${PHASES[0]} Now`, `${PHASES[1]} To do`]);
    await tools.call('paige_open_file', { path: 'src/cart.py' });
    await expect(workbench.text).toContainText('class Cart');
  });

  await test.step('nobody explains, and it is said why', async () => {
    await workbench.line(3).click();
    await page.keyboard.press('ControlOrMeta+e');
    const explanation = coach.getByRole('region', { name: 'Explanation' });
    await expect(explanation).toContainText('Not explained');
    await expect(explanation).toContainText(ADVICE);
  });

  await test.step('the student writes, saves and completes a phase', async () => {
    await workbench.line(3).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await workbench.type('return sum(self.prices)');
    await workbench.save();
    await workbench.expectTab('cart.py', 'saved');
    expect(await readFile(join(project.folder, 'src/cart.py'), 'utf8')).toContain('return sum(self.prices)');
    await tools.call('paige_update_phase', { phase: 1, status: 'complete' });
    await expect(coach.locator('.wb-phase-title').first()).toHaveText(`${PHASES[0]} Done`);
  });

  await test.step('a kata is solved and kept, and nobody reviews it', async () => {
    await coach.getByRole('button', { name: KATA.title }).click();
    const kata = new KataPage(workbench);
    const review = await kata.handIn('return 0');
    await expect(review).toContainText('Not reviewed');
    await expect(review).toContainText(ADVICE);
    await expect(kata.room.locator('.cm-content')).toContainText('return 0');
    await kata.close();
  });

  await test.step('the session is wrapped up by rules', async () => {
    await coach.getByRole('button', { name: 'I’m done for now' }).click();
    await page.getByRole('button', { name: 'End the session' }).click();
    const end = coach.getByRole('region', { name: 'End of the session' });
    await expect(end).toContainText('2 memories kept for next time');
  });

  const tomorrow = await sleep();

  await test.step('the next day, yesterday is found by its meaning', async () => {
    await dashboard.open(await tomorrow.dashboard());
    await expect(dashboard.section('Rhythm')).toContainText('2 days');
    await expect(dashboard.section('Costs')).toContainText('No model was called');
    const memories = await dashboard.memories();
    await expect(memories).toContainText('2 memories, kept on this computer');
    await memories.getByRole('searchbox', { name: 'Search by meaning' }).fill('a total that is zero');
    await expect(memories.getByRole('listitem').first()).toContainText(`The learner worked on "${ISSUE.title}".`);
  });

  expect(model.api.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});
