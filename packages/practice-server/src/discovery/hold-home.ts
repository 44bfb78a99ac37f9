import { setTimeout as delay } from 'node:timers/promises';
import type { Paths } from '../home/paths.js';
import { type HomeLock, lockHome } from '../store/home-lock.js';
import { CannotStart } from '../system/cannot-start.js';
import type { Logger } from '../system/log.js';
import { findRunningDaemon, lookForDaemon, type RunningDaemon, unprovenWords } from './running-daemon.js';

/** A daemon that holds the lock listens within this long, or does not work. */
const OTHER_DAEMON_MS = 10_000;
const LOOK_EVERY_MS = 50;
/** Whoever waits for longer than this is told why. */
const TELL_AFTER_MS = 1000;

const UNKNOWN_PLACE =
  'It does not say where: end it with Ctrl+C in the terminal it was started in, or end its process, then start again.';

/**
 * The lock of a home directory, or the daemon that has it, once it can say where it runs. Throws CannotStart if
 * neither turns up within some seconds.
 *
 * It asks for the lock repeatedly: SQLite may refuse both of two daemons that ask at the same moment, and the daemon
 * that holds it may be shutting down.
 */
export async function holdHome(
  { lock: path, discovery }: Paths,
  log: Pick<Logger, 'info'>,
): Promise<HomeLock | RunningDaemon> {
  const startedAt = performance.now();
  let tellAfterMs = TELL_AFTER_MS;
  for (;;) {
    const lock = tryToLock(path);
    const other = await findRunningDaemon(discovery);
    if (other !== undefined) {
      letGo(lock);
      return other;
    }
    if (!(lock instanceof CannotStart)) return lock;
    const waitedMs = performance.now() - startedAt;
    if (lock.reason !== 'in_use' || waitedMs > OTHER_DAEMON_MS) throw await withHolder(lock, discovery);
    if (waitedMs > tellAfterMs) {
      log.info('Waiting for the practice server that holds this home directory');
      tellAfterMs = Number.POSITIVE_INFINITY;
    }
    // A random time, so that two that were refused together do not come back together.
    await delay(LOOK_EVERY_MS * (0.5 + Math.random()));
  }
}

/** A lock that was taken beside a running daemon is on a file that has since replaced its own. */
function letGo(lock: HomeLock | CannotStart): void {
  if (!(lock instanceof CannotStart)) lock.release();
}

function tryToLock(path: string): HomeLock | CannotStart {
  try {
    return lockHome(path);
  } catch (error) {
    if (error instanceof CannotStart) return error;
    throw error;
  }
}

/** The same refusal, which also names what answers in that daemon's place, or says what to do. */
async function withHolder(refusal: CannotStart, discovery: string): Promise<CannotStart> {
  if (refusal.reason !== 'in_use') return refusal;
  const other = await lookForDaemon(discovery);
  const next = other.kind === 'unproven' ? unprovenWords(other.discovery) : UNKNOWN_PLACE;
  return new CannotStart('in_use', `${refusal.message} ${next}`, { cause: refusal });
}
