import { setTimeout as delay } from 'node:timers/promises';
import { KILL_WAIT_MS, TERMINATE_GRACE_MS } from './grace.js';
import { processesWith, processesWithSync } from './processes-with.js';

/** The time between two looks at all processes, in milliseconds: such a look takes longer than one at a group. */
const POLL_MS = 20;
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
  const entries = typeof entry === 'string' ? [entry] : entry;
  const asked = new Set<number>();
  let askedAt: number | undefined;
  let forcedAt: number | undefined;
  for (;;) {
    const left = await look(entries, except);
    const now = performance.now();
    if (left?.length === 0 || now - (forcedAt ?? now) > KILL_WAIT_MS) return;
    // Each wait starts with what it waits for, not with the call: a machine may stand still in between.
    askedAt ??= now;
    // Signal only what carried the entry a moment ago: process ids are reused.
    if (now - askedAt > TERMINATE_GRACE_MS) {
      forcedAt ??= now;
      signalAll(left ?? [], 'SIGKILL');
    } else askToEnd(left ?? [], asked);
    await delay(POLL_MS);
  }
}

/** Asks each once: a second SIGTERM makes some programs leave their work undone. */
function askToEnd(ids: readonly number[], asked: Set<number>): void {
  const others = ids.filter((id) => !asked.has(id));
  for (const id of others) asked.add(id);
  signalAll(others, 'SIGTERM');
}

/** Undefined if we cannot look just now, as without free descriptors. That is not the same as none. */
async function look(
  entries: readonly string[],
  except: ReadonlySet<string> | undefined,
): Promise<number[] | undefined> {
  return processesWith(entries, except).catch(() => undefined);
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
