import { expect } from '@playwright/test';
import { SHELL_PROMPT, waitUntil } from '../../src/index.js';
import { EXERCISE, test } from '../classroom/classroom.js';
import type { PracticePage } from '../classroom/practice-page.js';
import { expectPicture, inEverySizeAndColour } from './pictures.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Looks at the panel with all it shows. */
function look({ page }: PracticePage, state: string): Promise<void> {
  return inEverySizeAndColour(page, (end) => expectPicture(page.locator('#study-sheet'), `${state}-${end}`));
}

test.describe('without Claude Code', () => {
  test.use({ machine: { agents: [] } });

  test('the card looks as it did', async ({ practice }) => {
    await practice.start();
    await expect(practice.panel.getByRole('heading', { name: 'Install Claude Code' })).toBeVisible();
    await look(practice, 'claude-missing');
  });
});

test.describe('without tmux', () => {
  test.use({ machine: { without: ['tmux'] } });

  test('the card looks as it did', async ({ practice, classroom }) => {
    await practice.start();
    await expect(practice.panel.getByRole('heading', { name: 'Install tmux' })).toBeVisible();
    await look(practice, 'tmux-missing');
    // What closes the classroom asks tmux whether anything is left.
    await classroom.student.install('tmux');
  });
});

test.describe('without an account', () => {
  test.use({ signedIn: false });

  test('the notice looks as it did', async ({ practice, classroom }) => {
    const health = async () => (await fetch(`${classroom.daemon.url}/health`)).json();
    await waitUntil(
      async () => ((await health()).dependencies.claude?.signedIn === false ? true : undefined),
      () => 'health never said so',
    );
    await practice.start();
    await practice.waitUntilConnected();
    await expect(practice.notices).toContainText('Claude Code is not signed in');
    await inEverySizeAndColour(practice.page, (end) => expectPicture(practice.notices, `not-signed-in-${end}`));
  });
});

test.describe('in a plain shell', () => {
  test.use({ daemonFlags: ['--agent', 'shell'] });

  test('an ended session looks as it did', async ({ practice, classroom }) => {
    await practice.start();
    await practice.waitUntilConnected();
    await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
    await practice.focusTerminal();
    await practice.page.keyboard.type('exit\n');
    await expect(practice.overlay.getByRole('button', { name: 'Start again' })).toBeVisible();
    await inEverySizeAndColour(practice.page, (end) => expectPicture(practice.overlay, `session-ended-${end}`));
  });

  test('an exercise that is not available looks as it did', async ({ practice }) => {
    await practice.page.route('**/exercises/registry.json', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(EXERCISE, 'ch34-not-there') });
    });
    await practice.start();
    await expect(practice.panel).toContainText("This exercise isn't available yet.");
    await look(practice, 'not-available');
  });
});
