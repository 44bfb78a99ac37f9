import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ChromaServer, whyNoChroma } from '../../../mind/test/fixtures/chroma-server.js';
import { FORM } from '../../src/coach/scripted-mind.js';
import { CoachTools } from '../../src/workbench/coach-tools.js';
import { DashboardPage } from './dashboard-page.js';
import {
  CONNECTION,
  DONE,
  EXPLANATION,
  ISSUES,
  KATA,
  MEMORY,
  NEXT_PHASE,
  PHASES,
  SAID,
  scriptBefore,
  scriptDay,
} from './day-script.js';
import { KataPage } from './kata-page.js';
import { test as base } from './learner.js';

const [FIRST, SECOND] = PHASES;
const [ISSUE, NEXT_ISSUE] = ISSUES;

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs
  environment: async ({}, use) => {
    if ((await whyNoChroma()) !== undefined) return use({});
    await using chroma = await ChromaServer.make();
    await chroma.start();
    await use({ CHROMADB_URL: chroma.url });
  },
});

test('a day in the life of a learner, and the next morning [mind day]', async ({
  page,
  workbench,
  coached,
  gh,
  environment,
  sleep,
}) => {
  test.setTimeout(600_000);
  const { model, command, project } = coached;
  const dashboard = new DashboardPage(page);
  const terminal = page.locator('.xterm-rows').first();
  const coach = workbench.part('Coach');
  const tell = async (words: string) => {
    await workbench.terminalInput.focus();
    await page.keyboard.type(words);
    await expect(terminal).toContainText(words);
    await page.keyboard.press('Enter');
  };
  await gh.lists(ISSUES);
  scriptBefore(model);

  await test.step('before this day, a session has left a kata', async () => {
    await coached.greeted();
    await using tools = await CoachTools.connect({ url: project.origin, secret: await project.secret() });
    const sessionTranscript = 'The learner has tried to add numbers up, and went home.';
    expect(await tools.call('paige_end_session', { sessionTranscript })).toMatchObject({ kataSpecs: 1 });
    scriptDay(model);
  });

  await test.step('the dashboard knows which issues suit the learner', async () => {
    await dashboard.open(await command.dashboard());
    await expect(dashboard.section('Katas')).toContainText(KATA.title);
    await dashboard.choose('shop');
    await expect(dashboard.issue(ISSUE.title)).toContainText('Good fit');
    await expect(dashboard.issue(NEXT_ISSUE.title)).toBeVisible();
  });

  await test.step('an issue is picked: the tutor in the terminal makes a plan, and it becomes phases', async () => {
    await dashboard.workOn(ISSUE.title);
    await workbench.arrive();
    await expect(coach.getByRole('region', { name: 'Issue' })).toContainText(`#${ISSUE.number} ${ISSUE.title}`);
    await expect(terminal).toContainText(SAID.planned);
    await expect(coach.locator('.wb-phase-title')).toHaveText([`${FIRST.title} Now`, `${SECOND.title} To do`]);
    await expect(coach.locator('.wb-phase[aria-current=step]')).toContainText(FIRST.description);
    await expect(page.getByRole('treeitem', { name: 'src, important, says the coach' })).toBeVisible();
  });

  await test.step('in a wrong file, they are nudged: the agent is told once, and the page', async () => {
    await workbench.show('src/money.py');
    await expect(terminal).toContainText(SAID.nudged);
    const notes = model.api.turns.filter(({ body }) => lastWords(body).includes('Note from Practice to the coach'));
    expect(notes.map(({ body }) => lastWords(body))).toEqual([
      expect.stringContaining(`The student works in "src/money.py", while the current step is about "${FIRST.path}".`),
    ]);
    await expect(coach.getByRole('region', { name: 'Unasked help' })).toContainText('you were in another file');
  });

  await test.step('in the right one, they let the coach point at lines', async () => {
    await workbench.show(FIRST.path);
    await workbench.hints.press('End');
    await expect(page.getByTitle(`Work here, lines 2 to 3: ${FIRST.hint}`).first()).toBeVisible();
  });

  await test.step('what they mark is explained', async () => {
    await workbench.line(3).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.getByRole('button', { name: 'Explain this' }).click();
    await expect(coach.getByRole('region', { name: 'Explanation' })).toContainText(EXPLANATION);
    expect((await model.forms.question(FORM.explanation, 1)).message).toContain('return 0');
  });

  await test.step('they write it themselves, and the tutor moves the plan on', async () => {
    await page.keyboard.press('Escape');
    await workbench.line(3).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await workbench.type('return sum(self.prices)');
    await workbench.save();
    await workbench.expectTab('cart.py', 'saved');
    await tell(DONE);
    await expect(coach.locator('.wb-phase-title')).toHaveText([`${FIRST.title} Done`, `${SECOND.title} Now`]);
    await expect(terminal).toContainText(SAID.next);
  });

  await test.step('they solve the kata, and it is reviewed', async () => {
    await coach.getByRole('button', { name: KATA.title }).click();
    const kata = new KataPage(workbench);
    await expect(kata.room).toContainText(KATA.description);
    const review = await kata.handIn('return sum(n * n for n in numbers)');
    await expect(review).toContainText('Passed, level 3 of 10');
    await expect(review).toContainText(KATA.feedback);
    expect((await model.forms.question(FORM.review, 1)).message).toContain('sum(n * n for n in numbers)');
    await kata.close();
  });

  await test.step('they are done for now: the session is wrapped up', async () => {
    await coach.getByRole('button', { name: 'I’m done for now' }).click();
    await page.getByRole('button', { name: 'End the session' }).click();
    const end = coach.getByRole('region', { name: 'End of the session' });
    await expect(end).toContainText('The session is over');
    await expect(end).toContainText('1 memory kept for next time');
    const text = await readFile(join(project.folder, FIRST.path), 'utf8');
    expect(text).toBe('class Cart:\n    def total(self):\n        return sum(self.prices)\n');
  });

  const tomorrow = await sleep();
  await test.step('the next day, yesterday is on the dashboard', async () => {
    await dashboard.open(await tomorrow.dashboard());
    await expect(dashboard.section('Rhythm')).toContainText('2 days');
    await expect(dashboard.section('Katas')).toContainText('Level 3, 1 attempt');
    await dashboard.section('Katas').getByRole('link', { name: KATA.title }).click();
    await page.waitForURL(/\/workbench\/\?project=[^&]+&kata=/);
    const { room: kata } = new KataPage(workbench);
    await expect(kata).toContainText(KATA.description);
    await expect(kata.locator('.cm-content')).toContainText('sum(n * n for n in numbers)');
    await page.goBack();
    const sheet = await dashboard.memories();
    await expect(sheet).toContainText(environment.CHROMADB_URL ? 'kept in ChromaDB' : 'kept on this computer');
    await expect(sheet).toContainText(MEMORY);
    await page.keyboard.press('Escape');
  });

  await test.step('and the new session builds on it', async () => {
    await dashboard.choose('shop');
    await dashboard.workOn(NEXT_ISSUE.title);
    await workbench.arrive();
    // Until the terminal is there, it says that keys are not delivered.
    await expect(terminal).toContainText(SAID.next);
    // Whether something unsent stands in the prompt of an agent that was there before it, a daemon does not know.
    await expect(page.getByText(/Press Enter in the terminal: the coach is told of issue/).first()).toBeVisible();
    await tell('Good morning');
    await expect(coach.locator('.wb-phase-title')).toHaveText([`${NEXT_PHASE.title} Now`]);
    await expect(coach).toContainText(CONNECTION);
    const { message } = await model.forms.question(FORM.plan, 2);
    expect(JSON.parse(message)).toMatchObject({ relevant_memories: [{ content: MEMORY }] });
    await expect(terminal).toContainText(NEXT_ISSUE.title);
  });
  expect(command.output + tomorrow.output).not.toContain('ChromaDB unavailable');
});

/** What the agent was told last, in a request to its model. */
function lastWords(body: unknown): string {
  const { messages } = body as { messages: readonly { role: string; content: unknown }[] };
  return JSON.stringify(messages.filter(({ role }) => role === 'user').at(-1)?.content ?? '').replaceAll('\\"', '"');
}
