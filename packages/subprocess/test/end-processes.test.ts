import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { endProcessesWith, processIds } from '../src/index.js';
import { BARE, isRunning, sh, temporaryFolder, until } from './support.js';

/** More than a student's machine has of the student's own. */
const MANY = 300;

/**
 * A program in a session of its own that waits in the kernel until a child, which is its copy without its environment, has
 * ended, as a shell waits for the start of a command; then it is there for a minute. Prints "waits".
 */
const WAITS = `
import ctypes, os, platform, sys, time
CLONE_VFORK, SIGCHLD = 0x4000, 17
number = {'x86_64': 56, 'aarch64': 220}[platform.machine()]
if ctypes.CDLL(None).syscall(number, CLONE_VFORK | SIGCHLD, None, None, None, None) == 0:
    stat = open('/proc/self/stat').read().rsplit(')')[1].split()
    start, end = int(stat[47]), int(stat[48])
    ctypes.memset(start, 0, end - start)
    print('waits', flush=True)
    time.sleep(float(sys.argv[1]))
    os._exit(0)
time.sleep(60)
`;

/** Starts it; `seconds` is for how long it waits in the kernel. */
async function waiter(env: Record<string, string>, seconds: number): Promise<ChildProcess & AsyncDisposable> {
  const args = ['-c', WAITS, String(seconds)];
  const child = spawn('python3', args, {
    env: { ...BARE.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const end = async () => {
    const isOver = child.exitCode === null && child.signalCode === null && once(child, 'exit');
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // All of the group have ended.
    }
    await isOver;
  };
  return Object.assign(child, { [Symbol.asyncDispose]: end });
}

/** Starts a program that runs for a minute, in a session of its own. */
async function sleeper(env: Record<string, string>): Promise<ChildProcess & { pid: number }> {
  const child = spawn('sleep', ['60'], { env: { ...BARE.env, ...env }, detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  // In the middle of its exec, a process has no environment.
  await until(async () => (await readFile(`/proc/${child.pid}/environ`, 'utf8').catch(() => 'no /proc')) !== '');
  return child as ChildProcess & { pid: number };
}

test('processes with an entry that begins so are ended, and no others', async () => {
  const mine = `${process.pid}-${Date.now()}`;
  const entries = [{ TMUX: `/${mine}/a,1,2` }, { TMUX: `/${mine}/ab,1,2` }, { NOT_TMUX: `/${mine}/a,1,2` }];
  const [wanted, longer, other] = await Promise.all(entries.map((env) => sleeper(env as Record<string, string>)));
  try {
    await endProcessesWith(`TMUX=/${mine}/a,`);
    await until(async () => !(await isRunning(wanted?.pid ?? 0)));
    expect([await isRunning(longer?.pid ?? 0), await isRunning(other?.pid ?? 0)]).toEqual([true, true]);
  } finally {
    for (const child of [wanted, longer, other]) child?.kill('SIGKILL');
  }
});

test('an entry of any script is found', async () => {
  const mine = `/home/jörg/写-${process.pid}/a,`;
  const wanted = await sleeper({ TMUX: `${mine}1,2` });
  try {
    await endProcessesWith(`TMUX=${mine}`);
    expect(await isRunning(wanted.pid)).toBe(false);
  } finally {
    wanted.kill('SIGKILL');
  }
});

const onLinux = test.runIf(process.platform === 'linux');

onLinux('one that waits in the kernel meanwhile is not forgotten, and is asked before it is made to end', async () => {
  const mine = `this-${process.pid}-${Date.now()}`;
  await using child = await waiter({ MINE: mine }, 0.7);
  const exit = once(child, 'exit');
  await endProcessesWith(`MINE=${mine}`);
  expect(await isRunning(child.pid ?? 0)).toBe(false);
  expect(await exit).toEqual([null, 'SIGTERM']);
});

onLinux('one that goes on waiting in the kernel holds nobody up for ever, and but once', async () => {
  const mine = `this-${process.pid}-${Date.now()}`;
  await using child = await waiter({ MINE: mine }, 60);
  const tookMs: number[] = [];
  for (const _time of [1, 2]) {
    const begun = performance.now();
    await endProcessesWith(`MINE=${mine}`, new Set(processIds().filter((id) => id !== String(child.pid))));
    tookMs.push(performance.now() - begun);
  }
  const [first = 0, second = 0] = tookMs;
  expect(first).toBeGreaterThan(1500);
  expect(second).toBeLessThan(first / 2);
});

test('each is asked to end once, before it is made to', async () => {
  await using folder = await temporaryFolder();
  const mine = `this-${process.pid}-${Date.now()}`;
  const asked = join(folder.path, 'asked');
  const script = `trap 'echo asked >> ${asked}' TERM; echo ready; while :; do sleep 0.02; done`;
  const env = { ...BARE.env, MINE: mine };
  const child = spawn('sh', ['-c', script], { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(child.stdout, 'data');
    // The time that it is given begins to pass once it has heard.
    vi.useFakeTimers({ toFake: ['performance'] });
    const ended = endProcessesWith(`MINE=${mine}`);
    await until(async () => (await readFile(asked, 'utf8').catch(() => '')) === 'asked\n');
    vi.advanceTimersByTime(600);
    await ended;
    expect(await isRunning(child.pid ?? 0)).toBe(false);
    expect(await readFile(asked, 'utf8')).toBe('asked\n');
  } finally {
    vi.useRealTimers();
    child.kill('SIGKILL');
  }
});

test('a machine that stands still for longer than all our waits keeps nobody alive', async () => {
  const mine = `this-${process.pid}-${Date.now()}`;
  const left = await sleeper({ MINE: mine });
  try {
    const ended = endProcessesWith(`MINE=${mine}`);
    for (const begun = performance.now(); performance.now() - begun < 1000; );
    await ended;
    expect(await isRunning(left.pid)).toBe(false);
  } finally {
    left.kill('SIGKILL');
  }
});

test('where we cannot look, nobody is taken to be gone', async () => {
  const mine = `this-${process.pid}-${Date.now()}`;
  const left = await sleeper({ MINE: mine });
  const program = `import { closeSync, openSync } from 'node:fs';
    import { endProcessesWith } from ${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)};
    const used = [];
    try { for (;;) used.push(openSync('/dev/null')); } catch {}
    const ended = endProcessesWith('MINE=${mine}').then(() => 'ended');
    const blind = new Promise((resolve) => setTimeout(resolve, 200, 'still looking'));
    console.log(await Promise.race([ended, blind]));
    for (const fd of used) closeSync(fd);
    console.log(await ended);`;
  const env = { PATH: BARE.env.PATH ?? '', NODE: process.execPath, PROGRAM: program };
  try {
    const result = await sh('ulimit -n 2048; exec "$NODE" --input-type=module -e "$PROGRAM"', { env });
    expect(result).toMatchObject({ stdout: 'still looking\nended\n', stderr: '' });
    expect(await isRunning(left.pid)).toBe(false);
  } finally {
    left.kill('SIGKILL');
  }
});

test('our own process stays, whatever it carries', async () => {
  const program = `import { endProcessesWith } from ${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)};
    await endProcessesWith('ONLY=' + process.env.ONLY);
    console.log('still here');`;
  const env = { PATH: BARE.env.PATH ?? '', ONLY: `this-${process.pid}` };
  const result = await sh('exec "$NODE" --input-type=module -e "$PROGRAM"', {
    env: { ...env, NODE: process.execPath, PROGRAM: program },
  });
  expect(result).toMatchObject({ stdout: 'still here\n', exitCode: 0 });
});

test(`to leave nothing costs a command little beside ${MANY} other processes`, async () => {
  const others = await Promise.all(Array.from({ length: MANY }, () => sleeper({})));
  try {
    const plain: number[] = [];
    const marked: number[] = [];
    // The best of several in turn, and what they keep a processor busy: the time that others take is not the question.
    for (let round = 0; round < 20; round += 1) {
      plain.push(await processorMs(() => sh('true')));
      marked.push(await processorMs(() => sh('true', { endEscaped: true })));
    }
    // About one millisecond; to look at all of them takes thirty.
    expect(Math.min(...marked) - Math.min(...plain)).toBeLessThan(10);
  } finally {
    for (const child of others) child.kill('SIGKILL');
  }
});

/** How long this process, not what it starts, is busy with something, in milliseconds. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
