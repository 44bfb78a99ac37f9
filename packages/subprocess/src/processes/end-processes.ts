import { setTimeout as delay } from 'node:timers/promises';
import { KILL_WAIT_MS, TERMINATE_GRACE_MS } from './grace.js';
import { type Found, processesWith, processesWithSync } from './processes-with.js';

/** The time between two looks at all processes, in milliseconds: such a look takes longer than one at a group. */
const POLL_MS = 20;
/** How long we look again where none is seen and one may be there, in milliseconds: as long as at one that is seen. */
const UNSURE_MS = TERMINATE_GRACE_MS + KILL_WAIT_MS;
/** Those that were waited for in vain, as for a drive that is gone: no other command waits for them, too. */
const hiddenForLong = new Set<number>();
/** How often to look when we exit: during the first look, a process may have started another. */
const MAX_ROUNDS = 3;

/**
 * Ends every process of this user, except our own, that was started with an environment entry which begins
 * with this text, or one of these, such as `TMUX=<socket>,`: politely, then by force. It also finds processes that left their
 * process group with `setsid`. Resolves when they are gone, and never rejects.
 *
 * What still escapes: a process that was started with another environment (`env -i`), one of another
 * user (`sudo`), one that a service started for it (`systemd-run`, `at`), and on macOS the system's
 * own programs, whose environment it does not show.
 *
 * `except` names processes that existed before and need no look, as `processIds` returned them.
 */
export async function endProcessesWith(entry: string | readonly string[], except?: ReadonlySet<string>): Promise<void> {
  const entries = [entry].flat();
  const end = ender();
  let unsureMs = stopwatch();
  for (;;) {
    // Signal only what carried the entry a moment ago: process ids are reused.
    const { ids, unsure } = await look(entries, except);
    if (ids.length === 0 ? isOver(unsure, unsureMs) : !end(ids)) return;
    if (ids.length > 0) unsureMs = stopwatch();
    await delay(POLL_MS);
  }
}

/** Signals processes each time that they are seen, politely and later by force. Returns false once that is in vain. */
function ender(): (ids: readonly number[]) => boolean {
  const asked = new Set<number>();
  const [askedMs, forcedMs] = [stopwatch(), stopwatch()];
  return (ids) => {
    if (askedMs() <= TERMINATE_GRACE_MS) askToEnd(ids, asked);
    else if (forcedMs() <= KILL_WAIT_MS) signalAll(ids, 'SIGKILL');
    else return false;
    return true;
  };
}

/** Whether to look no more where none is seen: at once, unless one may hide that has not done so for long. */
function isOver(unsure: readonly number[] | undefined, unsureMs: () => number): boolean {
  if (unsure?.every((id) => hiddenForLong.has(id))) return true;
  if (unsureMs() <= UNSURE_MS) return false;
  for (const id of unsure ?? []) hiddenForLong.add(id);
  return true;
}

/** Tells the milliseconds since it was first asked: not since the call, as a machine may stand still in between. */
function stopwatch(): () => number {
  let begunAt: number | undefined;
  return () => {
    const now = performance.now();
    begunAt ??= now;
    return now - begunAt;
  };
}

/** Asks each once: a second SIGTERM makes some programs leave their work undone. */
function askToEnd(ids: readonly number[], asked: Set<number>): void {
  const others = ids.filter((id) => !asked.has(id));
  for (const id of others) asked.add(id);
  signalAll(others, 'SIGTERM');
}

/** That we cannot look just now, as without free descriptors, does not mean that there are none. */
async function look(
  entries: readonly string[],
  except: ReadonlySet<string> | undefined,
): Promise<Pick<Found, 'ids'> & Partial<Found>> {
  return processesWith(entries, except).catch(() => ({ ids: [] }));
}

/** Ends them by force and at once, for when we exit. */
export function killProcessesWith(entries: readonly string[]): void {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const left = processesWithSync(entries);
    if (left.length === 0) return;
    signalAll(left, 'SIGKILL');
  }
}

function signalAll(ids: readonly number[], signal: NodeJS.Signals): void {
  for (const id of ids) sendSignal(id, signal);
}

function sendSignal(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch (error) {
    // It ended by itself meanwhile, or became another user's.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
