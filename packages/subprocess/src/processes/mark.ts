import { randomBytes } from 'node:crypto';
import { endProcessesWith } from './end-processes.js';
import { processIds } from './proc.js';

/** The variable that everything a marked command starts carries, wherever it goes. */
const MARK = 'AF_PRACTICE_RUN';

/**
 * After a command of so many milliseconds all processes are looked at. Until then only those that
 * were not there before it: a number comes again when all others were given, 32,768 at the least.
 */
const SHORT_MS = 5000;

/** What tells the processes of one command from all others. */
export interface Mark {
  /** The entry of the environment, `NAME=value`. */
  readonly entry: string;
  /** Ends everything that carries it. */
  end(): Promise<void>;
}

/** Take it before the command starts. */
export function makeMark(): Mark {
  const entry = `${MARK}=${randomBytes(16).toString('hex')}`;
  const begun = performance.now();
  // Where we cannot look now, all are looked at later.
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
