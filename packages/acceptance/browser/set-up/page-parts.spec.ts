import { type APIResponse, expect, type Page, type Route } from '@playwright/test';
import { tmux } from '../../src/index.js';
import { Gates } from '../../src/model-api/gates.js';
import { test } from '../classroom/classroom.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

const SCRIPTS = '**/assets/js/*.js';
/** Only zod has a method of this name, and minifying keeps it. */
const SCHEMAS = 'safeParseAsync';
/** Words of the part that reads the answers of the daemon. */
const READER = 'The list of exercises is invalid';

/** Only xterm has a class of this name. */
const DRAWING = 'xterm-helper-textarea';
/** tmux has asked the terminal what it is, and takes what is answered later for keys. */
const TMUX_HEARS_MS = 5000;

type Answer = Parameters<Route['fulfill']>[0];

/** From now on the scripts with this text in them are answered like this, of what the site answers. */
async function answer(page: Page, text: string, how: (response: APIResponse) => Promise<Answer>): Promise<void> {
  await page.route(SCRIPTS, async (route) => {
    const response = await route.fetch();
    const isMeant = (await response.text()).includes(text);
    await route.fulfill(isMeant ? await how(response) : { response });
  });
}

/** From now on the scripts with this text in them do not arrive, as when the site has a new version without them. */
function withhold(page: Page, text: string): Promise<void> {
  return answer(page, text, async () => ({ status: 404 }));
}

test.describe('a lesson that is only read', () => {
  test.use({ daemonRuns: false });

  test('loads none of the schemas until the pointer is on Practice', async ({ practice }) => {
    const { page } = practice;
    const withSchemas: string[] = [];
    await answer(page, SCHEMAS, async (response) => {
      withSchemas.push(response.url());
      return { response };
    });
    await practice.openLesson();
    await expect(practice.practiceButton).toHaveText('Practice');
    expect(withSchemas).toEqual([]);
    await practice.practiceButton.hover();
    await expect.poll(() => withSchemas.length).toBeGreaterThan(0);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('reads another list of exercises than the site was built with, and says so if it cannot', async ({
    practice,
  }) => {
    const { page } = practice;
    await page.route('**/exercises/registry.json', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\n` });
    });
    await withhold(page, READER);
    await practice.openLesson();
    await expect(page.getByText('The exercise could not be loaded. Reload the page to practice.')).toBeVisible();
    await page.unroute(SCRIPTS);
    await page.reload();
    await expect(practice.practiceButton).toHaveText('Practice');
  });
});

test('a part of the page that does not arrive is named, and Practice goes on by itself once it does', async ({
  practice,
}) => {
  await withhold(practice.page, READER);
  await practice.start();
  const missing = practice.panel.getByRole('heading', { name: 'A part of this page did not arrive' });
  await expect(missing).toBeVisible();
  await expect(practice.panel.getByRole('button', { name: 'Reload' })).toBeVisible();
  await practice.page.unrouteAll({ behavior: 'wait' });
  await expect(missing).toBeHidden();
});

test('a terminal that is drawn long after it was attached types nothing by itself', async ({ practice, classroom }) => {
  const { page } = practice;
  const { pane } = classroom;
  const gates = new Gates();
  await answer(page, DRAWING, async (response) => {
    await gates.pass('drawing');
    return { response };
  });
  await practice.start();
  const clients = () => tmux(pane.server, 'list-clients', '-F', '#{client_name}').catch(() => '');
  await expect.poll(clients).not.toBe('');
  await expect.poll(clients, { timeout: TMUX_HEARS_MS }).toBe('');
  gates.release('drawing');
  await practice.waitUntilConnected();
  await page.keyboard.type('echo shown $((40 + 2))');
  await page.keyboard.press('Enter');
  await pane.waitForScreen(/^shown 42$/m);
  expect(await pane.text()).not.toMatch(/276/);
  await page.unrouteAll({ behavior: 'wait' });
});

test('a panel without its schemas says so, and is there after another try', async ({ practice }) => {
  const { page } = practice;
  await withhold(page, SCHEMAS);
  await practice.start();
  await expect(page.getByRole('heading', { name: 'Practice could not be loaded' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(practice.panel).toBeVisible();
});
