import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { ownProcesses, processIds, readEnvironments, readProcess } from './proc.js';

const IS_LINUX = process.platform === 'linux';
/** macOS has no /proc; its `ps` shows the environment of our own processes in full. */
const PS = ['-E', '-ww', '-x', '-o', 'pid=,command='];
const PS_LIMITS = {
  env: { PATH: '/usr/bin:/bin' },
  encoding: 'utf8',
  timeout: 2000,
  /** A thousand processes with the environment of a developer's shell. */
  maxBuffer: 16 * 1024 * 1024,
} as const;

/** What one look at all processes has found. */
export interface Found {
  readonly ids: number[];
  /** Those that show no environment just now, and could be among them. */
  readonly unsure: number[];
}

/**
 * This user's processes, except our own, whose environment at their start has an entry that begins with one of
 * these texts. `except` names processes that need no look, as `processIds` returned them. Rejects with the
 * system's error if it could not look.
 */
export async function processesWith(
  entries: readonly string[],
  except: ReadonlySet<string> = new Set(),
): Promise<Found> {
  if (!IS_LINUX) return { ids: fromPs(await askPs(), entries), unsure: [] };
  const ids = ownProcesses(processIds().filter((id) => !except.has(id)));
  const environments = await readEnvironments(ids);
  const looked = { entries, start: commonStart(entries) };
  return {
    ids: ids.filter((_, index) => carriesAny(environments[index] ?? '', looked)).map(Number),
    unsure: ids.filter((_, index) => environments[index] === undefined).map(Number),
  };
}

/** The same, for when we exit: nothing can be awaited then. */
export function processesWithSync(entries: readonly string[]): number[] {
  if (!IS_LINUX) return fromPs(askPsSync(), entries);
  const looked = { entries, start: commonStart(entries) };
  return ownProcesses(processIds())
    .filter((id) => carriesAny(readProcess(id, 'environ'), looked))
    .map(Number);
}

interface Looked {
  readonly entries: readonly string[];
  /** How all of them begin: most processes have nothing that does, and need no look at thousands of entries. */
  readonly start: string;
}

/** `environment` has a NUL byte after each entry. */
function carriesAny(environment: string, { entries, start }: Looked): boolean {
  if (!environment.includes(start)) return false;
  return entries.some((entry) => environment.startsWith(entry) || environment.includes(`\0${entry}`));
}

function commonStart([first = '', ...others]: readonly string[]): string {
  let { length } = first;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

async function askPs(): Promise<string> {
  return (await promisify(execFile)('ps', PS, PS_LIMITS)).stdout;
}

function askPsSync(): string {
  return spawnSync('ps', PS, PS_LIMITS).stdout ?? '';
}

/** Lines of "id command arguments environment", with spaces between. */
function fromPs(text: string, entries: readonly string[]): number[] {
  return text
    .split('\n')
    .filter((line) => entries.some((entry) => line.includes(` ${entry}`)))
    .map((line) => Number.parseInt(line, 10))
    .filter((id) => id > 0 && id !== process.pid);
}
