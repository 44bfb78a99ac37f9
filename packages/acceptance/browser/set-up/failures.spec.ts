import { healthSchema } from '@agent-factory/protocol';
import { expect, type Page } from '@playwright/test';
import { CLAUDE_SCREENS, waitUntil } from '../../src/index.js';
import { agentOnceItRuns } from '../classroom/agent-process.js';
import { beGreeted } from '../classroom/be-greeted.js';
import { EXERCISE, test } from '../classroom/classroom.js';
import { clipboardText } from '../classroom/clipboard.js';
import { holdTimers } from '../moments/hold-timers.js';
import { listenIfFree } from './occupied-port.js';

const START_COMMAND = 'npx @agent-factory/practice-server';

/** Takes the command from the card by its button, as a student does, and gives what is in the clipboard then. */
async function copyCommand(page: Page, command: string | RegExp): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = page.getByRole('status').filter({ hasText: 'Copied' });
  // As long as it is said.
  const goOn = await holdTimers(page, 2000);
  await page.getByRole('button', { name: command }).click();
  await copied.waitFor({ state: 'attached' });
  await goOn();
  return clipboardText(page);
}

test.describe('without the daemon', () => {
  test.use({ daemonRuns: false });

  test('the page says how to start it, and goes on by itself once it runs [practice-environment 1.5 server-not-running] [practice-environment 4.1 start-card] [practice-environment 7.1 failures]', async ({
    practice,
    classroom,
  }) => {
    await practice.start();
    await expect(practice.panel.getByRole('heading', { name: 'Start the practice server' })).toBeVisible();
    const command = await copyCommand(practice.page, new RegExp(`^Copy: ${START_COMMAND}`));
    expect(command).toBe(`${START_COMMAND} --content ${classroom.site.url}`);
    await classroom.startDaemon();
    await beGreeted(practice, classroom);
  });

  test('the page leads to a guide and to help, which say how it is done on each system [practice-environment 7.1 documentation]', async ({
    practice,
    context,
  }) => {
    await practice.start();
    const open = async (link: RegExp) => {
      const opened = context.waitForEvent('page');
      await practice.panel.getByRole('link', { name: link }).click();
      const page = await opened;
      // Its words are there before its scripts, which it has to get while there is a site.
      await page.waitForLoadState('networkidle');
      return page.getByRole('main');
    };
    const guide = await open(/^Set-up guide/);
    await expect(guide.getByRole('heading', { level: 1 })).toHaveText('Set up practice');
    for (const system of [/^macOS/, /^Debian and Ubuntu/, /^Windows, with WSL2/])
      await expect(guide.getByRole('heading', { name: system })).toBeVisible();
    await expect(guide).toContainText(START_COMMAND);
    const help = await open(/^Troubleshooting/);
    await expect(help.getByRole('heading', { level: 1 })).toHaveText('Troubleshooting');
  });

  test('a taken port moves it, and the page finds it [practice-environment 1.5 port-conflict] [practice-environment 5.2 remembered]', async ({
    practice,
    classroom,
  }) => {
    await using _ = await listenIfFree(3100);
    classroom.site.configure({});
    const daemon = await classroom.startDaemon({ port: 3100, mayMove: true });
    expect(daemon.port).toBeGreaterThan(3100);
    expect(daemon.port).toBeLessThanOrEqual(3110);
    await practice.start();
    await beGreeted(practice, classroom);
    const found = `http://127.0.0.1:${daemon.port}`;
    expect(await practice.page.evaluate(() => Object.values(sessionStorage))).toContain(found);
    const asked: string[] = [];
    practice.page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (pathname === '/health') asked.push(origin);
    });
    await practice.start();
    await beGreeted(practice, classroom);
    expect([...new Set(asked)]).toEqual([found]);
  });
});

test.describe('with nothing that practice needs', () => {
  test.use({ machine: { agents: [], without: ['tmux'] }, daemonRuns: false });

  test('the page names one thing after another, and goes on by itself until the tutor greets [practice-environment 4.1 first-time]', async ({
    practice,
    classroom,
  }) => {
    const steps = practice.panel.getByRole('heading', { name: /^(Start|Install) / });
    await practice.start();
    await expect(steps).toHaveText('Start the practice server');
    await classroom.startDaemon();
    await expect(steps).toHaveText('Install tmux');
    await expect(practice.panel).not.toContainText('claude-code');
    await classroom.student.install('tmux');
    await expect(steps).toHaveText('Install Claude Code');
    await classroom.student.install('claude');
    await beGreeted(practice, classroom);
    await expect(steps).toHaveCount(0);
  });
});

test.describe('without Claude Code', () => {
  test.use({ machine: { agents: [] } });

  test('the page shows how to install it, and goes on once it is there [practice-environment 1.5 agent-missing] [practice-environment 4.1 targeted] [practice-environment 7.1 failures]', async ({
    practice,
    classroom,
  }) => {
    const health = await (await fetch(`${classroom.daemon.url}/health`)).json();
    expect(health).toMatchObject({ healthy: false, reason: 'claude_not_found' });
    await practice.start();
    await expect(practice.panel.getByRole('heading', { name: 'Install Claude Code' })).toBeVisible();
    expect(await copyCommand(practice.page, /claude-code/)).toBe('npm install -g @anthropic-ai/claude-code');
    await classroom.student.install('claude');
    await beGreeted(practice, classroom);
  });
});

test.describe('without tmux', () => {
  test.use({ machine: { without: ['tmux'] } });

  test('the page shows how to install it, and goes on once it is there [practice-environment 1.5 tmux-missing]', async ({
    practice,
    classroom,
  }) => {
    const health = await (await fetch(`${classroom.daemon.url}/health`)).json();
    expect(health).toMatchObject({ healthy: false, reason: 'tmux_not_found' });
    await practice.start();
    await expect(practice.panel.getByRole('heading', { name: 'Install tmux' })).toBeVisible();
    const command = await copyCommand(practice.page, /^Copy: .*tmux/);
    expect(health.next.commands).toEqual([command]);
    expect(command).toMatch(/\b(install|add|-S)\b.* tmux$/);
    await classroom.student.install('tmux');
    await beGreeted(practice, classroom);
  });
});

test.describe('without an account', () => {
  test.use({ signedIn: false });

  test('the page says how to sign in, above a terminal in which it can be done [practice-environment 1.5 not-signed-in] [practice-environment 4.1 sign-in] [practice-environment 7.1 failures]', async ({
    practice,
    classroom,
  }) => {
    const ask = async () =>
      healthSchema.parse(await (await fetch(`${classroom.daemon.url}/health`)).json()).dependencies.claude;
    await waitUntil(
      async () => ((await ask())?.signedIn === false ? true : undefined),
      () => 'health never said so',
    );
    await practice.start();
    await practice.waitUntilConnected();
    await expect(practice.notices).toContainText('Claude Code is not signed in');
    await classroom.pane.waitForScreen(/Not logged in|log in|login/i);
  });
});

test('an agent that ends right after its start is reported [practice-environment 1.5 not-signed-in]', async ({
  practice,
  classroom,
}) => {
  // At once: a slow machine takes longer than those seconds to show the agent's first words.
  const endAtOnce = async () => process.kill(await agentOnceItRuns(classroom.pane), 'SIGTERM');
  await Promise.all([endAtOnce(), practice.start()]);
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(CLAUDE_SCREENS.exited);
  await expect(practice.notices).toContainText('Claude Code ended within seconds of its start');
});

test('an exercise that the lessons have and the registry has not is said to be unavailable [practice-environment 1.5 exercise-missing]', async ({
  practice,
}) => {
  await practice.page.route('**/exercises/registry.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(EXERCISE, 'ch34-not-there') });
  });
  await practice.start();
  await expect(practice.panel).toContainText("This exercise isn't available yet.");
  await expect(practice.panel).toContainText('Check back after updating.');
});
