import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONVERSES, exitsWith, RUNS_ON } from '../fixtures/agent.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { dataOf } from '../fixtures/event-reader.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { TMUX } from '../fixtures/machine/programs.js';
import { waitUntil } from '../fixtures/wait-until.js';

const ID = { exerciseId: 'first-steps' };

/** Arguments of every start of the agent so far. */
async function argv(daemon: TestDaemon): Promise<string[]> {
  const text = await readFile(daemon.home.workspace('first-steps', 'argv.txt'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean);
}

describe('the agent of a session', () => {
  test('[practice-environment 1.3 setup] [practice-environment 3.3 launch] starts in the workspace with a conversation of ours and an opening prompt', async () => {
    await using daemon = await TestDaemon.open({ agent: RUNS_ON });
    const terminal = await daemon.open();
    await terminal.shows('agent is here');
    const [option, id, prompt] = await argv(daemon);
    expect([option, id]).toEqual(['--session-id', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(prompt).toContain('CLAUDE.md');
    terminal.type('good morning\r');
    await terminal.shows('heard good morning');
    // A command that is typed for the student would stand on their screen.
    expect(terminal.output).not.toContain(option);
  });

  test('[practice-environment 1.4 reboot] [practice-environment 2.2 data-loss] [practice-environment 4.3 new-session] [practice-environment 4.3 conversation] with tmux gone, the workspace stays and the conversation is taken up again', async () => {
    await using daemon = await TestDaemon.open({ agent: CONVERSES });
    const terminal = await daemon.open();
    await terminal.shows('agent is here');
    await writeFile(daemon.home.workspace('first-steps', 'answer.txt'), 'half');
    await daemon.home.killTmux();
    expect((await terminal.frame('session_ended')).reason).toBe('lost');
    expect((await daemon.request('/exercises')).json.exercises[0].status).toBe('in_progress');
    const again = await daemon.start();
    expect(again.status).toBe('resumed');
    await daemon.connect(again.wsUrl).shows('agent is here');
    const [, id, , resume, resumedId] = await argv(daemon);
    expect([resume, resumedId]).toEqual(['--resume', id]);
    expect(await readFile(daemon.home.workspace('first-steps', 'answer.txt'), 'utf8')).toBe('half');
  });

  test('[practice-environment 1.4 reboot] a conversation that never began is begun, under the same id', async () => {
    await using daemon = await TestDaemon.open({ agent: RUNS_ON });
    await (await daemon.open()).shows('agent is here');
    await daemon.home.killTmux();
    await (await daemon.open()).shows('agent is here');
    const [first, id, , second, sameId] = await argv(daemon);
    expect([first, second, sameId]).toEqual(['--session-id', '--session-id', id]);
  });

  test('[practice-environment 1.5 not-signed-in] that ends within seconds is reported with its exit code and how to sign in', async () => {
    await using daemon = await TestDaemon.open({ agent: exitsWith(3) });
    const terminal = await daemon.open();
    const exited = await terminal.frame('agent_exited');
    expect(exited).toMatchObject({ agent: 'claude', exitCode: 3, early: true, commands: ['claude auth login'] });
    expect(exited.message).toContain('ANTHROPIC_API_KEY');
    terminal.type('echo sum $((40 + 2))\r');
    await terminal.shows('sum 42');
    expect((await daemon.request('/exercises/sessions')).json.sessions[0].status).toBe('agent_exited');
  });

  test('that ends within seconds but says it is signed in is started again, and no sign-in is advised', async () => {
    await using daemon = await TestDaemon.open({ agent: { ...exitsWith(3), signedIn: true } });
    const exited = await (await daemon.open()).frame('agent_exited');
    expect(exited).toMatchObject({ agent: 'claude', exitCode: 3, early: true, commands: ['claude'] });
    expect(exited.message).not.toMatch(/sign|ANTHROPIC_API_KEY/i);
  });

  test('[practice-environment 1.5 not-signed-in] a page that comes later hears of the exit too', async () => {
    await using daemon = await TestDaemon.open({ agent: exitsWith(0) });
    const { wsUrl } = await daemon.start();
    await waitUntil('the agent has ended', async () => {
      const { sessions } = (await daemon.request('/exercises/sessions')).json;
      return sessions[0]?.status === 'agent_exited';
    });
    const terminal = daemon.connect(wsUrl);
    expect(await terminal.frame('agent_exited')).toMatchObject({ exitCode: 0, early: true });
  });

  test('[practice-environment 1.5 not-signed-in] that says it is not signed in is reported by health and by start', async () => {
    await using daemon = await TestDaemon.open({ agent: { ...RUNS_ON, signedIn: false } });
    await waitUntil('health knows', async () => {
      return (await daemon.request('/health')).json.dependencies.claude.signedIn === false;
    });
    expect((await daemon.request('/health')).json.healthy).toBe(true);
    const { notices } = await daemon.start();
    expect(notices).toMatchObject([{ code: 'not_signed_in', commands: ['claude auth login'] }]);
  });

  test('[practice-environment 4.5 no-restart] that ends by itself leaves the student in their shell, with the way back', async () => {
    await using daemon = await TestDaemon.open({ agent: { run: 'echo start >> starts.txt; read line; exit 0' } });
    const started = await daemon.start();
    {
      using _first = daemon.connect(started.wsUrl);
    }
    const terminal = daemon.connect(started.wsUrl);
    await terminal.attached();
    terminal.type('\r');
    expect((await terminal.frame('agent_exited')).exitCode).toBe(0);
    expect((await daemon.start()).status).toBe('resumed');
    terminal.type('echo sum $((40 + 2))\r');
    await terminal.shows('sum 42');
    expect(await readFile(daemon.home.workspace('first-steps', 'starts.txt'), 'utf8')).toBe('start\n');
  });

  test('gets Ctrl+C, and its session survives that', async () => {
    await using daemon = await TestDaemon.open({
      agent: { run: 'trap "echo interrupted; exit 5" INT; echo here; while :; do sleep 0.05; done' },
    });
    const terminal = await daemon.open();
    await terminal.shows('here');
    terminal.type('\x03');
    await terminal.shows('interrupted');
    expect((await terminal.frame('agent_exited')).exitCode).toBe(5);
    expect(await daemon.home.sessions()).toEqual(['af-first-steps']);
  });

  test('that is suspended by Ctrl+Z comes back by itself', async () => {
    await using daemon = await TestDaemon.open({ agent: RUNS_ON });
    const terminal = await daemon.open();
    await terminal.shows('agent is here');
    terminal.type('\x1a');
    terminal.type('still there\r');
    await terminal.shows('heard still there');
    expect(terminal.frames.some(({ type }) => type === 'agent_exited')).toBe(false);
  });

  test('[practice-environment 3.3 create] draws its first screen at the size of the page', async () => {
    await using daemon = await TestDaemon.open({ agent: { run: 'stty size > size.txt; echo here; read line' } });
    const { wsUrl } = await daemon.start('first-steps', { size: { cols: 91, rows: 27 } });
    await daemon.connect(wsUrl, { size: { cols: 91, rows: 27 } }).shows('here');
    expect(await readFile(daemon.home.workspace('first-steps', 'size.txt'), 'utf8')).toBe('27 91\n');
  });

  test('[practice-environment 3.1 start-agent] stays the one the exercise was started with, and a wish for another is answered', async () => {
    await using daemon = await TestDaemon.open({ agent: RUNS_ON });
    await daemon.start();
    const { agent, notices } = await daemon.start('first-steps', { agent: 'shell' });
    const message = expect.stringMatching(/^Claude Code is running here already\. To use .*[Ss]hell.*, leave/);
    expect([agent, notices]).toMatchObject(['claude', [{ code: 'agent_differs', message }]]);
  });

  test('that cannot be a coach says so where there should be one, also to whoever comes back', async () => {
    const coached = exercise({ id: 'coached', config: { workbench: true } });
    await using daemon = await TestDaemon.open({ files: lessons(exercise(), coached), agent: RUNS_ON });
    const codes = async (id: string) => {
      const { notices } = await daemon.start(id, { agent: 'shell' });
      return notices.map(({ code, message }) => [code, message]);
    };
    const told = [['not_coached', expect.stringMatching(/^There is no coach in a plain shell\. Choose /)]];
    expect([await codes('coached'), await codes('coached')]).toEqual([told, told]);
    expect([await codes('first-steps'), await codes('first-steps')]).toEqual([[], []]);
  });
});

describe('the agent of a session, after a restart of the daemon', () => {
  const files = lessons(exercise(), exercise({ id: 'second' }));

  test('[practice-environment 2.3 secrets] gets no key that the new daemon does not have, while an old session goes on', async () => {
    await using home = await Home.make();
    {
      const environment = { ANTHROPIC_API_KEY: 'sk-ant-test-old' };
      await using before = await TestDaemon.open({ home, files, environment, agent: RUNS_ON });
      await (await before.open()).shows('agent is here');
    }
    expect(await readFile(home.workspace('first-steps', 'key.txt'), 'utf8')).toBe('sk-ant-test-old');
    await using daemon = await TestDaemon.open({ home, files, agent: RUNS_ON });
    await (await daemon.open('second')).shows('agent is here');
    expect(await readFile(home.workspace('second', 'key.txt'), 'utf8')).toBe('');
    expect(await home.sessions()).toEqual(['af-first-steps', 'af-second']);
  });

  test('[practice-environment 2.2 reconnect] is still said to have ended, with the way back into the conversation', async () => {
    await using home = await Home.make();
    const agent = { run: `printf '%s\\n' "$@" > argv.txt; exit 7` };
    let path: string;
    {
      await using before = await TestDaemon.open({ home, files, agent });
      const { wsUrl } = await before.start();
      await before.connect(wsUrl).frame('agent_exited');
      path = wsUrl.slice(wsUrl.indexOf('/terminal/'));
    }
    await using daemon = await TestDaemon.open({ home, files, agent });
    const page = daemon.connect(`ws://localhost:${daemon.daemon.port}${path}`);
    const [, id] = await argv(daemon);
    expect(await page.frame('agent_exited')).toMatchObject({
      agent: 'claude',
      exitCode: 7,
      early: false,
      commands: [`claude --resume ${id}`],
    });
  });
});

describe('a program that is missing', () => {
  test('[practice-environment 1.5 agent-missing] [practice-environment 3.1 unhealthy] [practice-environment 3.1 start-dependency] [practice-environment 7.1 health] an agent: health names it with its install command, and so does start', async () => {
    await using daemon = await TestDaemon.open({ flags: { agent: 'claude' } });
    const { status, json } = await daemon.request('/health');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      healthy: false,
      reason: 'claude_not_found',
      next: { dependency: 'claude', commands: ['npm install -g @anthropic-ai/claude-code'] },
      dependencies: { tmux: { installed: true }, claude: { installed: false } },
    });
    const started = await daemon.post('/exercises/start', ID);
    expect(started.status).toBe(503);
    expect(started.json).toMatchObject({
      error: 'dependency_missing',
      missing: 'claude',
      reason: 'claude_not_found',
      commands: ['npm install -g @anthropic-ai/claude-code'],
    });
    await expect(readFile(daemon.home.workspace('first-steps', 'CLAUDE.md'))).rejects.toThrow('ENOENT');
  });

  test('[practice-environment 1.5 agent-missing] is noticed once it is installed, without a restart', async () => {
    await using daemon = await TestDaemon.open({ flags: { agent: 'claude' } });
    expect((await daemon.request('/health')).json.healthy).toBe(false);
    await daemon.home.install(RUNS_ON);
    expect((await daemon.start()).status).toBe('created');
    await waitUntil('health is good', async () => (await daemon.request('/health')).json.healthy);
  });

  test('[practice-environment 1.5 tmux-missing] [practice-environment 3.1 unhealthy] [practice-environment 3.1 start-dependency] [practice-environment 7.1 health] tmux: health names it with the command of this platform, and so does start', async () => {
    await using home = await Home.make();
    await using daemon = await TestDaemon.open({ home, environment: { PATH: home.bin } });
    const { status, json } = await daemon.request('/health');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      healthy: false,
      reason: 'tmux_not_found',
      next: { dependency: 'tmux', title: 'Install tmux' },
    });
    expect(json.next.commands.join()).toMatch(/^$|install|pacman -S|apk add/);
    const started = await daemon.post('/exercises/start', ID);
    expect([started.status, started.json.error, started.json.missing]).toEqual([503, 'dependency_missing', 'tmux']);
  });

  test('[practice-environment 1.5 agent-missing] that is there is told by an event, also where only a look at the health has found it', async () => {
    await using daemon = await TestDaemon.open({ flags: { agent: 'claude' } });
    const healthy = async () => (await daemon.request('/health')).json.healthy;
    expect(await healthy()).toBe(false);
    await daemon.home.install(RUNS_ON);
    // Nobody reads the events, so nobody looks on their account.
    await waitUntil('health is good', healthy);
    const told = (await dataOf(daemon, 'health_changed', 2)).map((data) => data.healthy);
    expect(told).toEqual([false, true]);
  });

  test('[practice-environment 1.5 tmux-missing] a tmux before 3.0 is too old', async () => {
    await using home = await Home.make();
    await mkdir(home.bin);
    await writeFile(join(home.bin, 'tmux'), '#!/bin/sh\necho tmux 2.9a\n');
    await chmod(join(home.bin, 'tmux'), 0o755);
    await using daemon = await TestDaemon.open({ home });
    expect((await daemon.request('/health')).json).toMatchObject({
      healthy: false,
      reason: 'tmux_too_old',
      dependencies: { tmux: { installed: true, version: '2.9a', supported: false } },
    });
  });

  test('[practice-environment 1.5 tmux-missing] tmux that goes while the daemon runs is noticed', async () => {
    await using home = await Home.make();
    await mkdir(home.bin);
    await symlink(TMUX, join(home.bin, 'tmux'));
    await using daemon = await TestDaemon.open({ home, environment: { PATH: home.bin } });
    expect((await daemon.request('/health')).json.healthy).toBe(true);
    await rm(join(home.bin, 'tmux'));
    await waitUntil('health is bad', async () => !(await daemon.request('/health')).json.healthy);
  });

  test('[practice-environment 1.6 warning] health counts the sessions a page warns about', async () => {
    const ids = ['one', 'two', 'three', 'four'];
    await using daemon = await TestDaemon.open({ files: lessons(...ids.map((id) => exercise({ id }))) });
    for (const id of ids) await daemon.start(id);
    await waitUntil('health counts four', async () => (await daemon.request('/health')).json.activeSessions === 4);
  });
});
