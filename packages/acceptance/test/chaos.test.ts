import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS, roundOf } from '../src/chaos/faults.js';
import { agentsOnce } from '../src/chaos/invariants/agents-once.js';
import { connected } from '../src/chaos/invariants/connected.js';
import { quickCheck } from '../src/chaos/invariants/database.js';
import { descriptors } from '../src/chaos/invariants/descriptors.js';
import { files } from '../src/chaos/invariants/files.js';
import { health } from '../src/chaos/invariants/health.js';
import { orphans } from '../src/chaos/invariants/orphans.js';
import { screens } from '../src/chaos/invariants/screens.js';
import { sessions } from '../src/chaos/invariants/sessions.js';
import { problemsOf } from '../src/chaos/invariants.js';
import { readOptions, repeatOf } from '../src/chaos/options.js';
import { Random } from '../src/chaos/random.js';
import { endsInSequence, missingLines } from '../src/chaos/runs/endings.js';
import { describeStep, planStep } from '../src/chaos/runs/step.js';
import { comeToPrompt } from '../src/chaos/student/shell.js';
import { Ledger } from '../src/chaos/world/ledger.js';
import { World } from '../src/chaos/world/world.js';
import { differencesFromTmux } from '../src/grid/same-screen.js';
import { temporaryFolder } from '../src/machine/temporary-folder.js';
import { waitUntil } from '../src/machine/wait-until.js';

describe('what must always hold', () => {
  let world: World;
  const practised = () => {
    const [words, numbers] = world.sessions;
    if (words === undefined || numbers === undefined) throw new Error('There are two sessions');
    return { words, numbers };
  };
  /** A process that bears the student's home and that nobody should have left. */
  const plant = (file: string, args: readonly string[], cwd = world.home.path): ChildProcess =>
    spawn(file, args, { cwd, env: { PATH: process.env.PATH, HOME: world.home.path }, stdio: 'ignore' });
  const uproot = async (child: ChildProcess) => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };

  beforeAll(async () => {
    const ids = ['words', 'numbers'] as const;
    world = await World.open({ sessions: ids.map((id) => [id, 'shell'] as const), smallDisk: false });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('holds where nothing is wrong', async () => {
    expect(await problemsOf(world)).toEqual([]);
  });

  it('sees that a session was lost, and says so once', async () => {
    const { numbers } = practised();
    process.kill(numbers.expected?.pid ?? 0, 'SIGKILL');
    await numbers.page.ended(10_000);
    expect(await problemsOf(world, [sessions, connected])).toEqual([
      'sessions: the session of numbers was lost: its tmux server is gone',
      'sessions: GET /exercises/sessions lists "words", and "numbers, words" live',
    ]);
    await numbers.begin();
    expect(await sessions.check(world)).toEqual([]);
  });

  it('sees that a session lives which nobody wants', async () => {
    await world.ask('/exercises/start', { body: { exerciseId: 'spare-1', agent: 'shell' } });
    expect((await sessions.check(world)).join('\n')).toMatch(
      /one tmux server too many: \d+ for af-spare-1\n.*"numbers, spare-1, words"/,
    );
    await world.ask('/exercises/reset', { body: { exerciseId: 'spare-1' } });
    expect(await sessions.check(world)).toEqual([]);
  });

  it('sees a wrong character and a wrong colour in one cell', async () => {
    const { page } = practised().words;
    const draw = (text: string) => new Promise<void>((resolve) => page.terminal.write(`\x1b7${text}\x1b8`, resolve));
    await draw('\x1b[5;9HX');
    expect((await screens.check(world)).join('\n')).toContain(
      '1 cells differ\nrow 4 col 8: chars should be " ", is "X"',
    );
    await draw('\x1b[5;9H \x1b[1;1H\x1b[31ms\x1b[m');
    expect(await differencesFromTmux(practised().words.pane, page)).toMatchObject([{ row: 0, col: 0, field: 'fg' }]);
    practised().words.openPage();
    await practised().words.back();
    expect(await screens.check(world)).toEqual([]);
  });

  it('sees that a page does not come back', async () => {
    const { words } = practised();
    words.page[Symbol.dispose]();
    const told = connected.check(world);
    words.giveUp();
    expect((await told).join('\n')).toContain('words: "attached" as writer did not come');
    words.openPage();
    await words.back();
  });

  it('sees that keys reach nobody', async () => {
    const { words } = practised();
    const watcher = words.openAnotherPage();
    await words.back();
    words.page.send({ type: 'resize', ...words.size });
    const typist = words.page;
    const other = words.newPage({ writes: true });
    await other.attached(10_000);
    await typist.until(() => typist.role === 'watcher', 'the role of a watcher', 10_000);
    other[Symbol.dispose]();
    watcher[Symbol.dispose]();
    typist[Symbol.dispose]();
    await expect(comeToPrompt(words, 100)).rejects.toThrow('nothing answers in bash');
    words.openPage();
    await words.back();
    expect(await comeToPrompt(words)).toBe('shell');
  });

  it('sees that a file has changed or is gone, and follows one into the archive', async () => {
    const { words } = practised();
    const [changed, gone] = ['changed.txt', 'gone.txt'].map((name) => join(words.workspace, name)) as [string, string];
    for (const path of [changed, gone]) {
      await writeFile(path, 'as it was');
      world.ledger.remember(path, 'as it was');
    }
    expect(await files.check(world)).toEqual([]);
    await writeFile(changed, 'as it is');
    await rm(gone);
    expect([...(await files.check(world))].sort()).toEqual([
      `${changed} holds something else`,
      `${gone} cannot be read: ENOENT`,
    ]);
    await words.reset();
    expect(await files.check(world)).toEqual([]);
    await words.begin();
  });

  it('sees two agents in one folder', async () => {
    const { workspace } = practised().words;
    const program = join(world.home.path, 'claude');
    await writeFile(program, 'while :; do sleep 1; done\n');
    const agents = [1, 2].map(() => plant('/bin/bash', [program], workspace));
    await Promise.all(agents.map((agent) => once(agent, 'spawn')));
    const seen = await waitUntil(
      async () => (await agentsOnce.check(world))[0],
      () => 'two agents were not seen',
    );
    expect(seen).toContain(`2 agents work in ${workspace}`);
    await uproot(agents[0] as ChildProcess);
    expect(await agentsOnce.check(world)).toEqual([]);
    await uproot(agents[1] as ChildProcess);
  });

  it('sees a process that was left behind', async () => {
    const orphan = plant('sleep', ['60']);
    expect(await orphans.check(world)).toEqual([`process ${orphan.pid} was left behind: sleep 60`]);
    await uproot(orphan);
    expect(await orphans.check(world)).toEqual([]);
  });

  it('sees descriptors that stay open', async () => {
    expect(await descriptors.check(world)).toEqual([]);
    const open = Array.from({ length: 10 }, () => connect(world.daemons.port, '127.0.0.1'));
    await Promise.all(open.map((socket) => once(socket, 'connect')));
    expect((await descriptors.check(world)).join()).toMatch(/the daemon has \d+ descriptors open/);
    for (const socket of open) socket.destroy();
    expect(await descriptors.check(world)).toEqual([]);
  }, 30_000);

  it('sees that the daemon does not answer, counts faults, or is gone', async () => {
    world.daemons.signal('SIGSTOP');
    expect(await problemsOf(world, [health, sessions])).toEqual([
      'health: could not be checked: GET /health had no answer after 2000 ms',
    ]);
    world.daemons.signal('SIGCONT');
    expect(await health.check(world)).toEqual([]);
    const failing = { daemons: { crash: undefined }, ask: async () => ({ status: 200, text: FAILING_HEALTH }) };
    expect(await health.check(failing as unknown as World)).toEqual(['/health counts 2 faults']);
    world.daemons.signal('SIGKILL');
    await waitUntil(
      () => world.daemons.crash,
      () => 'the daemon lives',
    );
    expect(await health.check(world)).toEqual(['the daemon ended by itself with SIGKILL']);
    await world.daemons.start();
  });

  it('sees a damaged database', async () => {
    const path = join(world.home.path, 'copy.db');
    await cp(join(world.home.statePath, 'state.db'), path);
    await writeFile(path, 'no database at all');
    expect(() => quickCheck(path)).toThrow('file is not a database');
  });
});

const FAILING_HEALTH = '{"healthy":true,"faults":2}';

describe('the ledger', () => {
  it('looks in the archive where nobody knows whether a reset was done', async () => {
    await using folder = await temporaryFolder();
    const [from, to] = [join(folder.path, 'work'), join(folder.path, 'archive')];
    await mkdir(from);
    await writeFile(join(from, 'a.txt'), 'mine');
    const ledger = new Ledger();
    ledger.remember(join(from, 'a.txt'), 'mine');
    ledger.mayHaveMoved(from, async () => [to]);
    expect(await ledger.check()).toEqual([]);
    ledger.mayHaveMoved(from, async () => [to]);
    await cp(from, to, { recursive: true });
    await rm(from, { recursive: true });
    expect(await ledger.check()).toEqual([]);
    await rm(join(to, 'a.txt'));
    expect(await ledger.check()).toEqual([`${join(to, 'a.txt')} cannot be read: ENOENT`]);
  });

  it('is not misled by a new folder that has the same starter', async () => {
    await using folder = await temporaryFolder();
    const [from, to] = [join(folder.path, 'work'), join(folder.path, 'archive')];
    const ledger = new Ledger();
    for (const [name, text] of [
      ['starter.txt', 'begin'],
      ['own.txt', 'mine'],
    ] as const)
      ledger.remember(join(from, name), text);
    for (const [place, names] of [
      [to, { 'starter.txt': 'begin', 'own.txt': 'mine' }],
      [from, { 'starter.txt': 'begin' }],
    ] as const) {
      await mkdir(place);
      for (const [name, text] of Object.entries(names)) await writeFile(join(place, name), text);
    }
    ledger.mayHaveMoved(from, async () => [to]);
    expect(await ledger.check()).toEqual([]);
  });
});

describe('a seed', () => {
  const planned = (seed: number) => {
    const world = { sessions: ['words', 'numbers'].map((exerciseId) => ({ exerciseId })) } as unknown as World;
    const order = new Random(seed);
    const faults = [0, 1, 2].flatMap((round) => roundOf(FAULTS, round, order));
    return faults.map((fault, n) => describeStep(planStep(world, fault, { seed, number: n + 1 })));
  };

  it('repeats the same steps, and another makes others', () => {
    expect(planned(7)).toEqual(planned(7));
    expect(planned(8)).not.toEqual(planned(7));
  });

  it('brings every fault once a round, and the rare ones in one of three', () => {
    const names = (round: number) => roundOf(FAULTS, round, new Random(round)).map(({ name }) => name);
    const common = FAULTS.filter(({ rare }) => !rare).map(({ name }) => name);
    expect(names(0).sort()).toEqual(common.sort());
    expect(names(1).sort()).toEqual(FAULTS.map(({ name }) => name).sort());
  });

  it('is told with everything that the run was given', () => {
    const options = readOptions(['--seconds', '5', '--seed', '9', '--only', 'calm,tab-reload']);
    expect(repeatOf(options, FAULTS.length)).toBe('npm run chaos -- --seconds 5 --seed 9 --only calm,tab-reload');
    expect(repeatOf(readOptions(['--seed', '9']), FAULTS.length)).toBe('npm run chaos -- --seconds 60 --seed 9');
    expect(() => readOptions(['--only', 'rain'])).toThrow('There is no fault "rain"');
  });
});

describe('an ending', () => {
  const page = (beforeClear: string[], lines = ['[exited]', '', '', '']) => ({
    terminal: { rows: 4 },
    beforeClear,
    lines: () => lines,
  });

  it('is whole when the last screen was there, before its client cleared it or at the close', () => {
    expect(missingLines(page(['8', '9', 'last-x', '']), 9, 'last-x')).toBe(0);
    expect(missingLines(page([], ['8', '9', 'last-x', '']), 9, 'last-x')).toBe(0);
  });

  it('lacks the lines that were not', () => {
    expect(missingLines(page(['8', '9', '', '']), 9, 'last-x')).toBe(1);
    expect(missingLines(page(['5', '6', '7', '8']), 9, 'last-x')).toBe(3);
  });

  it('is cut where a sequence has begun and not ended', () => {
    for (const cut of ['\x1b', '\x1b[', '\x1b[38;5', '\x1b(', '\x1b]8;;http:'])
      expect(endsInSequence(`a${cut}`)).toBe(true);
    for (const whole of ['', 'a', '\x1b[K', '\x1b(B', '\x1b]0;t\x07', '\x1b>'])
      expect(endsInSequence(`a${whole}`)).toBe(false);
  });
});

describe('the clock of the daemon', () => {
  const preload = fileURLToPath(new URL('../dist/chaos/clock-preload.js', import.meta.url));
  const SAYS = `console.log(JSON.stringify([Date.now(), +new Date(), new Date(5).getTime(), new Date() instanceof Date,
    typeof Date(), performance.now() < 60000]))`;

  it('is shifted by what the file says, and its own dates and the monotonic clock are not', async () => {
    await using folder = await temporaryFolder();
    const clock = join(folder.path, 'clock');
    await writeFile(clock, '86400000');
    const env = { ...process.env, PRACTICE_CHAOS_CLOCK: clock };
    const printed = execFileSync(process.execPath, [`--import=${preload}`, '-e', SAYS], { env, encoding: 'utf8' });
    const [now, made, five, isDate, called, monotonic] = JSON.parse(printed);
    const tomorrow = Date.now() + 86_400_000;
    expect(Math.abs(now - tomorrow)).toBeLessThan(10_000);
    expect(Math.abs(made - tomorrow)).toBeLessThan(10_000);
    expect([five, isDate, called, monotonic]).toEqual([5, true, 'string', true]);
  });
});
