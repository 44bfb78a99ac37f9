import { randomBytes } from 'node:crypto';
import { endProcessesWith } from './end-processes.js';
import { processIds } from './proc.js';

/** The variable that everything a marked command starts carries, wherever it goes. */
const MARK = 'AF_PRACTICE_RUN';

/**
 * After a command of this many milliseconds, all processes are looked at; after a shorter one, only those that
 * did not exist before it: a process id comes again only when all others were used, at least 32,768.
 */
const SHORT_MS = 5000;

/** Distinguishes the processes of one command from all others. */
export interface Mark {
  /** The entry of the environment, `NAME=value`. */
  readonly entry: string;
  /** Ends everything that carries it. */
  end(): Promise<void>;
}

/** Call this before the command starts. */
export function makeMark(): Mark {
  const entry = `${MARK}=${randomBytes(16).toString('hex')}`;
  const begun = performance.now();
  // If we cannot look now, all processes are looked at later.
  const others = new Set(idsNow());
  const isShort = () => performance.now() - begun < SHORT_MS;
  return { entry, end: () => endProcessesWith(entry, isShort() ? others : undefined) };
}

function idsNow(): string[] {
  try {
    return processIds();
  } catch {
    return [];
  }
}

/** An environment with the mark in it. */
export function withMark(env: Record<string, string>, mark: Mark | undefined): Record<string, string> {
  if (mark === undefined) return env;
  return { ...env, [MARK]: mark.entry.slice(MARK.length + 1) };
}
