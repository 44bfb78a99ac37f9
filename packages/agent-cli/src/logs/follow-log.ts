import { setTimeout as wait } from 'node:timers/promises';
import { LogChanges } from './log-changes.js';
import { LogTail, type LogTailOptions } from './log-tail.js';

/** A CLI writes the lines of an answer one after the other: some milliseconds later there are more to read at once. */
const GATHER_MS = 30;

export interface ReadLogOptions extends LogTailOptions {
  /** Called with the place behind the last whole line, whenever lines were read. The next ones wait for it. */
  onPosition?(position: number): void | Promise<void>;
}

export interface FollowLogOptions extends ReadLogOptions {
  readonly signal: AbortSignal;
}

/**
 * Reads the whole lines that there are, and returns the place behind the last; for a log that nobody writes any more.
 * If there is no log, the place stays what it was.
 */
export async function readLog({ onPosition, ...options }: ReadLogOptions): Promise<number> {
  const tail = new LogTail(options);
  while ((await readOn(tail, onPosition)) > 0);
  options.reader.quiet?.(Number.POSITIVE_INFINITY);
  return tail.position;
}

/** Reads a log and follows it as it grows, until the signal aborts. */
export async function followLog({ signal, onPosition, ...options }: FollowLogOptions): Promise<void> {
  if (signal.aborted) return;
  const tail = new LogTail(options);
  using changes = new LogChanges(options.path, signal);
  let writtenAt = performance.now();
  while (!signal.aborted) {
    const change = changes.next();
    if ((await readOn(tail, onPosition)) > 0) {
      writtenAt = performance.now();
      continue;
    }
    options.reader.quiet?.(performance.now() - writtenAt);
    await change;
    await wait(GATHER_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Reads a piece, and lets whoever reads take it in. Returns the number of bytes. */
async function readOn(tail: LogTail, onPosition: ReadLogOptions['onPosition']): Promise<number> {
  const before = tail.position;
  const count = await tail.read();
  if (tail.position !== before) await onPosition?.(tail.position);
  return count;
}
