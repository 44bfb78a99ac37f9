import { setTimeout as delay } from 'node:timers/promises';
import { killProcessesWith } from './end-processes.js';
import { KILL_WAIT_MS, TERMINATE_GRACE_MS } from './grace.js';
import { hasLivingMember } from './group-members.js';

const POLL_MS = 5;

/** Groups that are running, and the marks of those that have one. They must not outlive us when we exit. */
const running = new Map<number, string | undefined>();

export function trackGroup(id: number, mark?: string): void {
  if (running.size === 0) process.on('exit', killAll);
  running.set(id, mark);
}

export function untrackGroup(id: number): void {
  running.delete(id);
  if (running.size === 0) process.off('exit', killAll);
}

/** Ends every process of the group: politely, then by force. Resolves when they are gone. */
export async function endGroup(id: number): Promise<void> {
  if (!signalGroup(id, 'SIGTERM')) return;
  if (await isGone(id, TERMINATE_GRACE_MS)) return;
  signalGroup(id, 'SIGKILL');
  await isGone(id, KILL_WAIT_MS);
}

/** Sends a signal to every process of the group. False when none is left. */
function signalGroup(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-id, signal);
  } catch (error) {
    // EPERM: what is left belongs to someone else (setuid), or, on macOS, is dead and not yet collected.
    if (['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function isGone(id: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (signalGroup(id, 0) && (await hasLivingMember(id))) {
    if (performance.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

function killAll(): void {
  for (const id of running.keys()) signalGroup(id, 'SIGKILL');
  const marks = [...running.values()].filter((mark) => mark !== undefined);
  if (marks.length > 0) killProcessesWith(marks);
}
