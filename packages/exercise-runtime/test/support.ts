import { existsSync, readFileSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExerciseConfig } from '@agent-factory/protocol';
import { PracticeError } from '@agent-factory/protocol';
import { type Exercise, loadExercise } from '../src/index.js';

/** An environment as a daemon would hand it on: nothing of this machine's own but the PATH of a bare system. */
export const ENV = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' };

export interface TemporaryFolder extends AsyncDisposable {
  path: string;
  /** A path below it. */
  at(...parts: string[]): string;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'exercise-'));
  return {
    path,
    at: (...parts) => join(path, ...parts),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** Files by path. Their contents are text. */
export type Tree = Record<string, string>;

export async function writeTree(folder: string, tree: Tree): Promise<void> {
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Everything below a folder: contents of files, targets of links, `/` for empty folders. */
export async function readTree(folder: string, prefix = ''): Promise<Tree> {
  const tree: Tree = {};
  for (const name of await readdir(join(folder, prefix))) {
    const path = prefix + name;
    const found = await lstat(join(folder, path));
    if (found.isSymbolicLink()) tree[path] = `→ ${await readlink(join(folder, path))}`;
    else if (found.isDirectory()) Object.assign(tree, await folderTree(folder, path));
    else tree[path] = found.isFile() ? await readFile(join(folder, path), 'utf8') : '(special)';
  }
  return tree;
}

async function folderTree(folder: string, path: string): Promise<Tree> {
  const inside = await readTree(folder, `${path}/`);
  return Object.keys(inside).length > 0 ? inside : { [`${path}/`]: '' };
}

/** Writes an exercise named `demo` and loads it. */
export async function demoExercise(dir: string, config: Record<string, unknown>, files: Tree = {}): Promise<Exercise> {
  const whole = { id: 'demo', title: 'Demo', ...config };
  await writeTree(dir, { 'CLAUDE.md': 'Be a tutor.\n', 'config.json': JSON.stringify(whole), ...files });
  return loadExercise(dir, 'demo');
}

/** An exercise with these starter files. */
export function withStarter(dir: string, starter: Tree, more: Partial<ExerciseConfig> = {}): Promise<Exercise> {
  const files = Object.fromEntries(Object.entries(starter).map(([path, text]) => [`starter/${path}`, text]));
  return demoExercise(dir, { workspace: { starterFiles: Object.keys(starter) }, ...more }, files);
}

/** An exercise with this check script. Its run bit is taken away: a download has none. */
export async function withCheck(dir: string, text: string, script = 'verify.sh', timeout = 20): Promise<Exercise> {
  const exercise = await demoExercise(dir, { verification: { type: 'script', script, timeout } }, { [script]: text });
  await chmod(join(dir, script), 0o644);
  return exercise;
}

export async function errorOf(action: Promise<unknown>): Promise<PracticeError> {
  const outcome = await action.then(
    () => 'it succeeded',
    (error: unknown) => error,
  );
  if (outcome instanceof PracticeError) return outcome;
  throw outcome;
}

/** Whether a process runs. One that is dead and only waits to be collected does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The text of a file that another program is about to write in one step. */
export async function written(path: string): Promise<string> {
  const deadline = performance.now() + 15_000;
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
    if (performance.now() > deadline) throw new Error(`${path} was not written in time`);
    await delay(10);
  }
}

/**
 * The longest time in milliseconds for which nothing else of this thread had a turn. Where the system
 * tells it, the time of the processor counts: other programs on this machine take theirs meanwhile.
 */
export async function longestBlock(action: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = threadMs();
  let next: NodeJS.Immediate;
  const turn = (): void => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  try {
    await action();
  } finally {
    clearImmediate(next);
  }
  return longest;
}

const SCHEDULED = '/proc/thread-self/schedstat';
const HAS_SCHEDULED = existsSync(SCHEDULED);

function threadMs(): number {
  return HAS_SCHEDULED ? Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1e6 : performance.now();
}
