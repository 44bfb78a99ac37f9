import { spawn } from 'node:child_process';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { closeOnExec, libc } from '../../src/system/libc.js';
import { openTerminal } from '../../src/tmux/pty/pty.js';
import { serve, serveLessons, startExercise } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons, writeLessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { processesWith } from '../fixtures/machine/processes.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { TestTerminal } from '../fixtures/wire/terminal.js';

const ORIGIN = 'http://localhost:3000';

/** Command lines of the home's tmux processes that have this word. */
async function tmuxWith(home: Home, word: string): Promise<string[]> {
  const lines = await Promise.all(
    (await processesWith(home.path)).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.map((line) => line.replaceAll('\0', ' ')).filter((line) => line.includes(word));
}

async function terminalsHeldBy(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith('/dev/ptmx') || target.startsWith('/dev/pts/ptmx'));
}

describe('a daemon that was killed', () => {
  test('[practice-environment 2.2 server-crash] leaves no tmux client behind, whatever was started while its page was open', async () => {
    await using home = await Home.make();
    const content = await writeLessons(home.in('site'), lessons(exercise(), exercise({ id: 'second' })));
    await using daemon = serve(home, ['--agent', 'shell', '--content', content]);
    const { port } = await daemon.discovery();
    using first = new TestTerminal((await startExercise(port)).wsUrl, { origin: ORIGIN });
    await first.attached();
    // A tmux server that would hold the terminal of the page, had it been handed on.
    using second = new TestTerminal((await startExercise(port, 'second')).wsUrl, { origin: ORIGIN });
    await second.attached();
    expect(await tmuxWith(home, 'attach-session')).toHaveLength(2);
    await daemon.end('SIGKILL');
    await waitUntil('every client is gone', async () => (await tmuxWith(home, 'attach-session')).length === 0);
    expect(await home.sessions()).toEqual(['af-first-steps', 'af-second']);
  });

  test('[practice-environment 2.2 server-crash] leaves nobody behind who waits for an agent, once there is another', async () => {
    await using home = await Home.make();
    await home.install({ run: 'echo agent is here; while read line; do :; done' });
    await using first = await serveLessons(home, ['--agent', 'claude']);
    await startExercise((await first.discovery()).port);
    await waitUntil('it waits', async () => (await tmuxWith(home, ' wait-for af-exit-')).length === 1);
    await first.end('SIGKILL');
    await using second = await serveLessons(home, ['--agent', 'claude']);
    const { port } = await second.discovery();
    await waitUntil('one waits', async () => (await tmuxWith(home, ' wait-for af-exit-')).length === 1);
    using terminal = new TestTerminal((await startExercise(port)).wsUrl, { origin: ORIGIN });
    await terminal.attached();
    terminal.type('\x04');
    await terminal.frame('agent_exited');
  });
});

test('a terminal is handed on to no program that is started later', async () => {
  expect(libc()).toBeDefined();
  const options = { size: { cols: 80, rows: 24 }, environment: { PATH: '/usr/bin:/bin' }, cwd: '/', redraw: () => {} };
  const terminal = openTerminal(['sh', '-c', 'read line'], options, { onData: () => {}, onExit: () => {} });
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  try {
    expect(await terminalsHeldBy(child.pid ?? 0)).toEqual([]);
  } finally {
    child.kill();
    terminal.dispose();
  }
  // A descriptor that is none is refused, and does no harm.
  expect(() => closeOnExec(1_000_000)).not.toThrow();
});

test('[practice-environment 1.3 setup] an agent that ends by Ctrl+C leaves the student in their shell', async () => {
  await using daemon = await TestDaemon.open({ agent: { run: 'echo agent is here; exec sleep 60' } });
  const terminal = await daemon.open();
  await terminal.shows('agent is here');
  terminal.type('\x03');
  expect(await terminal.frame('agent_exited')).toMatchObject({ exitCode: 130 });
  terminal.type('echo sum $((40 + 2))\r');
  await terminal.shows('sum 42');
  terminal.type('exit\r');
  expect(await terminal.ended()).toMatchObject({ code: 4000, reason: 'exited' });
});

test('[practice-environment 1.3 setup] Ctrl+C pressed again and again ends the agent alone: its end is told, and the shell comes', async () => {
  const ids = ['one', 'two', 'three', 'four', 'five', 'six'];
  const files = lessons(...ids.map((id) => exercise({ id })));
  await using daemon = await TestDaemon.open({ files, agent: { run: 'echo agent is here; exec sleep 60' } });
  const press = async (id: string) => {
    const terminal = await daemon.open(id);
    await terminal.shows('agent is here');
    let ended = false;
    const exited = terminal.frame('agent_exited').finally(() => (ended = true));
    while (!ended) {
      terminal.type('\x03');
      await delay(25);
    }
    expect(await exited).toMatchObject({ exitCode: 130 });
    terminal.type('\recho sum $((40 + 2))\r');
    await terminal.shows('sum 42');
  };
  await Promise.all(ids.map(press));
});

test('[practice-environment 2.2 server-crash] a session goes on where its own shell was interrupted, and ends at the first exit', async () => {
  await using daemon = await TestDaemon.open();
  const terminal = await daemon.open();
  const pid = Number(await daemon.home.tmux('display-message', '-p', '-t', '=af-first-steps:', '#{pane_pid}'));
  process.kill(pid, 'SIGINT');
  terminal.type('echo sum $((40 + 2))\r');
  await terminal.shows('sum 42');
  terminal.type('exit\r');
  expect(await terminal.ended()).toMatchObject({ code: 4000, reason: 'exited' });
});

describe('[practice-environment 1.3 setup] a login shell that is ended by Ctrl+C before its prompt', () => {
  /** A home whose login shell ends itself as Ctrl+C does the first times it is started. */
  async function fallingShell(home: Home, times: number): Promise<string> {
    const shell = home.in('falls');
    const counted = 'echo start >> "$HOME/starts"; starts=$(($(wc -l < "$HOME/starts")))';
    const script = `#!/bin/sh\n${counted}\n[ $starts -gt ${times} ] || kill -INT $$\nexec /bin/sh\n`;
    await writeFile(shell, script, { mode: 0o755 });
    return shell;
  }

  test('starts again', async () => {
    await using home = await Home.make();
    const environment = { SHELL: await fallingShell(home, 2) };
    const content = await writeLessons(home.in('site'), lessons(exercise()));
    await using daemon = await TestDaemon.open({ home, environment, content });
    const terminal = await daemon.open();
    terminal.type('echo sum $((40 + 2))\r');
    await terminal.shows('sum 42');
    expect(await home.read('starts')).toBe('start\n'.repeat(3));
  });

  test('does so a few times, not for ever', async () => {
    await using home = await Home.make();
    const environment = { SHELL: await fallingShell(home, 1000) };
    const content = await writeLessons(home.in('site'), lessons(exercise()));
    await using daemon = await TestDaemon.open({ home, environment, content });
    await daemon.start();
    await waitUntil('the session is over', async () => (await home.sessions()).length === 0);
    expect(await home.read('starts')).toBe('start\n'.repeat(9));
  });
});
