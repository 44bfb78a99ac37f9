import { spawn as spawnProcess } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node-pty';
import { describe, expect, test } from 'vitest';
import { exitsWith, RUNS_ON } from '../fixtures/agent.js';
import { Cli, run, serve, serveLessons, startExercise } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons, writeLessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { freePort, holdAnyPort } from '../fixtures/machine/ports.js';
import { NOBODY } from '../fixtures/machine/users.js';
import { type Answer, Site, wrong } from '../fixtures/site.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { send } from '../fixtures/wire/http.js';

const BUNDLE = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

describe('practice-server', () => {
  test('explains itself', async () => {
    await using home = await Home.make();
    const { code, stdout } = await run(home, ['--help']);
    expect(code).toBe(0);
    for (const word of [
      '--port',
      '--content',
      '--allow-origin',
      '--agent',
      '--idle-timeout',
      '--no-open',
      '--log-level',
      'doctor',
      'sessions',
      'attach',
      'stop',
      'AF_PRACTICE_HOME',
    ])
      expect(stdout).toContain(word);
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    expect((await run(home, ['--version'])).stdout).toBe(`${version}\n`);
  });

  const wrong: Array<[string[], string]> = [
    [['--port', 'many'], 'A port is a number'],
    [['--port', '65536'], 'A port is a number'],
    [['--port', '-1'], '--port'],
    [['--idle-timeout', 'soon'], 'such as 4h'],
    [['--idle-timeout', '4', 'doctor'], 'such as 4h'],
    [['--agent', 'vi'], 'claude, codex, gemini, cursor, shell'],
    [['--log-level', 'loud'], 'debug, info'],
    [['--allow-origin', 'http://a.example/lessons'], 'An origin has no path'],
    [['--frobnicate'], '--frobnicate'],
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['attach'], 'exercise-id'],
    [['agents', 'cladue'], 'too many arguments'],
    [['attach', 'one', 'two'], 'too many arguments'],
  ];

  test.each(wrong)('%j says what is wrong with it, and starts nothing', async (args, words) => {
    await using home = await Home.make();
    const { code, stderr } = await run(home, args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
    await expect(home.read('.af-practice-server.json')).rejects.toThrow('ENOENT');
  });

  test('takes a time with its unit, and 0', async () => {
    await using home = await Home.make();
    for (const time of ['0', '4h', '1.5h', '300ms']) {
      const { code, stderr } = await run(home, ['--agent', 'shell', '--idle-timeout', time, 'doctor']);
      expect([time, code, stderr]).toEqual([time, 0, '']);
    }
  });

  test('[practice-environment 1.5 port-conflict] finds its own healthy daemon, says where it runs and leaves it alone', async () => {
    await using home = await Home.make();
    await using first = serve(home, ['--agent', 'shell']);
    const { port, pid } = await first.discovery();
    const second = await run(home, ['--port', String(port), '--no-open']);
    expect(second.code).toBe(0);
    expect(second.stdout).toContain(`already running on http://localhost:${port} (process ${pid})`);
    expect((await send(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    expect(JSON.parse(await home.read('.af-practice-server.json')).pid).toBe(pid);
  });

  test('[practice-environment 1.5 port-conflict] says that another program has the port, and which one it took instead', async () => {
    await using home = await Home.make();
    await using other = await holdAnyPort();
    await using moved = new Cli(home, ['--port', String(other.port), '--no-open', '--agent', 'shell']);
    const { port } = await moved.discovery();
    const words = `Another program uses port ${other.port}; ${port} is free.`;
    await waitUntil(words, () => moved.stderr.includes(words));
  });

  test('[practice-environment 1.5 port-conflict] started twice at once runs once', async () => {
    await using home = await Home.make();
    const args = ['--port', String(await freePort()), '--no-open', '--agent', 'shell'];
    await using first = new Cli(home, args);
    await using second = new Cli(home, args);
    const ended = await Promise.race([first, second].map(async (cli) => ({ cli, ...(await cli.exited()) })));
    expect([ended.code, ended.cli.stdout]).toEqual([0, expect.stringContaining('already running on')]);
    const other = ended.cli === first ? second : first;
    expect((await other.discovery()).pid).toBe(other.pid);
  });

  test('[practice-environment 1.6 one-writer] started twice at once on different ports runs once, and again after it was killed', async () => {
    await using home = await Home.make();
    await using first = serve(home, ['--agent', 'shell']);
    await using second = serve(home, ['--agent', 'shell']);
    const ended = await Promise.race([first, second].map(async (cli) => ({ cli, ...(await cli.exited()) })));
    const winner = ended.cli === first ? second : first;
    const { port, pid } = await winner.discovery();
    expect(pid).toBe(winner.pid);
    expect([ended.code, ended.cli.stdout]).toEqual([
      0,
      expect.stringContaining(`already running on http://localhost:${port} (process ${pid})`),
    ]);
    await winner.end('SIGKILL');
    await using third = serve(home, ['--agent', 'shell']);
    expect((await third.discovery()).pid).toBe(third.pid);
  });

  test('logs lines for a person, or JSON, and a JSON file in any case', async () => {
    await using home = await Home.make();
    await using daemon = serve(home, ['--agent', 'shell', '--log-json']);
    const { port } = await daemon.discovery();
    const line = await waitUntil('a line about the port', () =>
      daemon.stderr.split('\n').find((text) => text.includes('ready on')),
    );
    expect(JSON.parse(line)).toMatchObject({ port, msg: `Practice server ready on http://localhost:${port}` });
    await waitUntil('the file has it too', async () => {
      return (await home.read('.af-practice', 'logs', `${new Date().toISOString().slice(0, 10)}.log`)).includes(
        'ready on',
      );
    });
    await daemon.end('SIGTERM');
    await using other = serve(home, ['--agent', 'shell']);
    await waitUntil('a line for a person', () => /^\[\d\d:\d\d:\d\d\] INFO: .*ready on/m.test(other.stderr));
  });

  test('[practice-environment 1.5 agent-missing] says at its start what is missing and how to get it', async () => {
    await using home = await Home.make();
    await using daemon = serve(home);
    await waitUntil('the warning', () => daemon.stderr.includes('npm install -g @anthropic-ai/claude-code'));
  });

  test('[practice-environment 1.2 destroy] ends idle sessions after --idle-timeout', async () => {
    await using home = await Home.make();
    await writeLessons(home.in('site'), lessons(exercise()));
    await using daemon = serve(home, ['--agent', 'shell', '--content', home.in('site'), '--idle-timeout', '300ms']);
    const { port, token } = await daemon.discovery();
    const { status } = await send(`http://127.0.0.1:${port}/exercises/start`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"exerciseId": "first-steps"}',
    });
    expect(status).toBe(200);
    await waitUntil('the session has ended', () => daemon.stderr.includes('Session ended'));
    expect(await home.sessions()).toEqual([]);
  });

  test('whose state has a file in its place gives that another name, says so, and starts', async () => {
    await using home = await Home.make();
    await writeFile(home.in('.af-practice'), 'a file in the way');
    await using daemon = serve(home, ['--agent', 'shell']);
    await daemon.discovery();
    const [aside = 'none'] = (await readdir(home.in('.'))).filter((name) => name.startsWith('.af-practice.damaged-'));
    expect(await home.read(aside)).toBe('a file in the way');
    await waitUntil('both names', () => daemon.stderr.includes(`It was renamed to ${home.in(aside)}`));
  });

  test('whose state only the student can mend says so in a sentence', async () => {
    await using home = await Home.make();
    await mkdir(home.in('.af-practice'));
    await symlink('/nowhere/state.db', home.in('.af-practice', 'state.db'));
    const { code, stderr } = await run(home, ['--port', '0', '--no-open']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^\S+state\.db is a link that leads nowhere\. .+\n$/)]);
  });
});

describe('the password of a lesson site', () => {
  test('[practice-environment 2.3 secrets] serves to fetch its exercises, and is neither shown nor written', async () => {
    await using home = await Home.make();
    await using site = await Site.open(lessons(exercise()));
    const locked: Answer = (response, text) => {
      const given = response.req.headers.authorization === `Basic ${btoa('ann:geh/eim')}`;
      response.writeHead(given ? 200 : 401).end(given ? text : '');
    };
    for (const path of Object.keys(lessons(exercise()))) site.answer(path, locked);
    const content = site.url.replace('//', '//ann:geh%2Feim@');
    await using daemon = serve(home, ['--agent', 'shell', '--content', content, '--log-level', 'debug']);
    const { port } = await daemon.discovery();
    const listed = await send(`http://127.0.0.1:${port}/exercises`);
    expect(listed.json.exercises).toHaveLength(1);
    const started = await startExercise(port);
    expect(started.status).toBe('created');
    const again = await run(home, ['--content', content]);
    const other = await run(home, ['--content', content.replace('127.0.0.1', 'ann:geh%2Feim@[::1]')]);
    const doctor = await run(home, ['--agent', 'shell', '--content', content, 'doctor']);
    expect(doctor.stdout).toContain('1 exercises at http');
    for (const path of Object.keys(lessons(exercise()))) site.answer(path, wrong.serverError);
    const failed = await send(`http://127.0.0.1:${port}/exercises/start`, {
      method: 'POST',
      headers: { Origin: 'http://localhost:3000', 'Content-Type': 'application/json' },
      body: '{"exerciseId": "second"}',
    });
    const health = await send(`http://127.0.0.1:${port}/health`);
    expect(health.json.content).toBe(site.url);
    const log = await home.read('.af-practice', 'logs', `${new Date().toISOString().slice(0, 10)}.log`);
    expect(log).toContain(site.url);
    const said = [listed, failed, health].map(({ text }) => text);
    for (const { stdout, stderr } of [again, other, doctor, daemon]) said.push(stdout, stderr);
    for (const text of [...said, log]) expect(text).not.toMatch(/geh(?:%2F|\/)eim|ann:/);
  });
});

describe('practice-server stop', () => {
  test('[practice-environment 2.2 server-crash] ends the daemon and leaves the exercises running', async () => {
    await using home = await Home.make();
    await writeLessons(home.in('site'), lessons(exercise()));
    await using daemon = serve(home, ['--agent', 'shell', '--content', home.in('site')]);
    const { port, token } = await daemon.discovery();
    await send(`http://127.0.0.1:${port}/exercises/start`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"exerciseId": "first-steps"}',
    });
    const { code, stdout } = await run(home, ['stop']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Your exercises keep running')]);
    expect(await daemon.exited()).toEqual({ code: 0, signal: null });
    expect(await home.sessions()).toEqual(['af-first-steps']);
  });

  test('waits for no parent that never collects its children, as a container may have one', async () => {
    await using home = await Home.make();
    const daemon = [process.execPath, BUNDLE, '--port', '0', '--no-open', '--agent', 'shell'];
    const parent = spawnProcess('sh', ['-c', '"$@" & exec sleep 60', 'sh', ...daemon], {
      env: home.environment,
      stdio: 'ignore',
    });
    try {
      await waitUntil('it runs', () => home.read('.af-practice-server.json').catch(() => undefined));
      expect(await run(home, ['stop'])).toMatchObject({ code: 0, stderr: '' });
    } finally {
      parent.kill('SIGKILL');
    }
  });

  test('without a daemon says that none runs', async () => {
    await using home = await Home.make();
    const { code, stderr } = await run(home, ['stop']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('npx @agent-factory/practice-server')]);
  });
});

describe('practice-server sessions', () => {
  test('[practice-environment 1.6 sessions-list] lists what runs, a line each', async () => {
    await using daemon = await TestDaemon.open({
      agent: exitsWith(0),
      files: lessons(exercise(), exercise({ id: 'second' })),
    });
    expect((await run(daemon.home, ['sessions'])).stdout).toBe('No exercise is running.\n');
    const terminal = await daemon.open();
    await terminal.frame('agent_exited');
    await daemon.start('second', { agent: 'shell' });
    const { code, stdout } = await run(daemon.home, ['sessions']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^first-steps {2}~\/af-practice\/first-steps\/ {2}\(claude, in its shell, open in a browser, last used .+\)$/m,
    );
    expect(stdout).toMatch(
      /^second {2}~\/af-practice\/second\/ {2}\(shell, running, in the background, last used .+\)$/m,
    );
  });
});

describe('practice-server sessions, without a daemon', () => {
  test('[practice-environment 1.6 sessions-list] lists what runs all the same, and says that the daemon does not', async () => {
    await using home = await Home.make();
    await using daemon = await serveLessons(home);
    await startExercise((await daemon.discovery()).port);
    await daemon.end('SIGKILL');
    const listed = await run(home, ['sessions']);
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('~/af-practice/first-steps/')]);
    expect(listed.stdout).toContain('The practice server is not running');
    await home.killTmux();
    const nothing = await run(home, ['sessions']);
    expect([nothing.code, nothing.stdout]).toEqual([0, expect.stringContaining('No exercise is running')]);
  });
});

describe('practice-server attach', () => {
  test('shows the session in a terminal of the student, whose end it survives', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.type('here=$((40 + 2)); echo sum $here\r');
    await terminal.shows('sum 42');
    await terminal.close();
    const env = { ...daemon.home.environment, TERM: 'xterm-256color' };
    const pty = spawn(process.execPath, [BUNDLE, 'attach', 'first-steps'], { cols: 90, rows: 25, env });
    let output = '';
    pty.onData((data) => (output += data));
    const exited = new Promise((resolve) => pty.onExit(resolve));
    try {
      await waitUntil('the screen', () => output.includes('sum 42'));
      pty.write('echo again $here\r');
      await waitUntil('the answer', () => output.includes('again 42'));
    } finally {
      pty.kill();
      await exited;
    }
    expect(await daemon.home.sessions()).toEqual(['af-first-steps']);
  });

  test('is left by Ctrl+\\, and the exercise keeps running', async () => {
    await using daemon = await TestDaemon.open();
    await daemon.start();
    const env = { ...daemon.home.environment, TERM: 'xterm-256color' };
    const pty = spawn(process.execPath, [BUNDLE, 'attach', 'first-steps'], { cols: 90, rows: 25, env });
    let output = '';
    pty.onData((data) => (output += data));
    const exited = new Promise<{ exitCode: number }>((resolve) => pty.onExit(resolve));
    try {
      await waitUntil('a client of its own', () =>
        daemon.home.tmux('show-options', '-t', '=af-first-steps:', '-v', '@own_client').catch(() => ''),
      );
      await waitUntil('it is attached', () => daemon.home.tmux('list-clients'));
      await waitUntil('how to leave it is said', () => output.includes('Ctrl+\\'));
      pty.write('\x1c');
      await waitUntil('the client has gone', async () => (await daemon.home.tmux('list-clients')) === '');
      expect((await exited).exitCode).toBe(0);
    } finally {
      pty.kill();
      await exited;
    }
    expect(await daemon.home.sessions()).toEqual(['af-first-steps']);
  });

  test('[practice-environment 2.3 command-injection] refuses an id that is none, and says when nothing runs', async () => {
    await using home = await Home.make();
    for (const id of ['../x', 'A', '$(reboot)']) {
      expect(await run(home, ['attach', id])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('lower-case letters'),
      });
    }
    expect(await run(home, ['attach', 'first-steps'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not running'),
    });
  });
});

describe('practice-server doctor', () => {
  test('finds everything in order', async () => {
    await using daemon = await TestDaemon.open({ agent: RUNS_ON });
    const { code, stdout } = await run(daemon.home, ['--content', daemon.home.in('site'), 'doctor']);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`running on http://localhost:${daemon.daemon.port}`)]);
    expect(stdout).toMatch(/^ok {7}tmux \d/m);
    expect(stdout).toMatch(/^ok {7}claude 2\.1\.330$/m);
    expect(stdout).toMatch(/^ok {7}signed in to Claude Code$/m);
    expect(stdout).toMatch(/^ok {7}1 exercises at /m);
    expect(stdout).toMatch(/^ok {7}other users of this machine are kept out$/m);
    expect(stdout).not.toContain('missing');
  });

  test('[practice-environment 1.5 tmux-missing] [practice-environment 1.5 agent-missing] names what is missing with its command, and fails', async () => {
    await using home = await Home.make();
    const { code, stdout } = await run(home, ['doctor'], { PATH: home.bin });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^missing {2}tmux is required/m);
    expect(stdout).toMatch(/^missing {2}Claude Code is required.*\n {11}npm install -g @anthropic-ai\/claude-code$/m);
    expect(stdout).toMatch(/^note {5}not running/m);
  });

  test('[practice-environment 1.5 not-signed-in] notes a missing sign-in without failing', async () => {
    await using home = await Home.make();
    await home.install({ ...RUNS_ON, signedIn: false });
    const { code, stdout } = await run(home, ['doctor']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^note {5}Claude Code is not signed in\..*\n {11}claude auth login$/m),
    ]);
  });

  test('names a home that cannot be written', async () => {
    await using home = await Home.make();
    await chmod(dirname(home.path), 0o711);
    await chmod(home.path, 0o555);
    const user = process.getuid?.() === 0 ? NOBODY : undefined;
    const { code, stdout } = await run(home, ['--agent', 'shell', 'doctor'], {}, user);
    await chmod(home.path, 0o700);
    expect([code, stdout]).toEqual([1, expect.stringContaining('cannot be written')]);
  });
});
