import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandOptions, CommandResult } from '../src/index.js';
import { runCommand } from '../src/index.js';

export const BARE: CommandOptions = {
  env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  timeoutMs: 10_000,
  maxOutputBytes: 1024 * 1024,
};

export function sh(script: string, options: Partial<CommandOptions> = {}): Promise<CommandResult> {
  return runCommand('sh', ['-c', script], { ...BARE, ...options });
}

export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'subprocess-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Whether a process runs. One that is dead and only waits to be collected does not. */
export async function isRunning(pid: number): Promise<boolean> {
  if (!isThere(pid)) return false;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Without /proc, or because it was collected meanwhile.
  if (stat === undefined) return isThere(pid);
  return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('It did not come true in time');
    await delay(10);
  }
}
