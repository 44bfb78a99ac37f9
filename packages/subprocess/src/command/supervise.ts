import { setTimeout as delay } from 'node:timers/promises';
import type { Mark } from '../processes/mark.js';
import { endGroup, trackGroup, untrackGroup } from '../processes/process-group.js';
import type { CommandOptions } from './command.js';
import type { StartedProcess } from './start.js';

/**
 * How long the pipes of a command may stay open after its exit, in milliseconds, before whatever still
 * holds them is ended. It lets the end of a pipeline (`… | tee log`) write what it has, also on a busy machine.
 */
const DRAIN_MS = 1000;
/** The same once that was ended: nothing more is written. */
const ENDED_DRAIN_MS = 250;
/** The longest delay of a timer in Node; with a longer one, it would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** In how many parts the time of a command is counted: what it loses at most when the machine stands still. */
const PARTS = 5;

/** How a process ended, and whether we ended it. */
export interface Ending {
  exitCode: number | null;
  signal: string | null;
  timedOut: boolean;
  aborted: boolean;
}

/** A process that was started, and what else belongs to it. */
interface Started {
  readonly child: StartedProcess;
  readonly mark: Mark | undefined;
}

/** Who takes what the process prints. */
interface Receiver {
  /** No more is wanted. */
  readonly stopped: boolean;
  /** Nothing more of this stream is read until the promise resolves, where there is one. It must not reject. */
  add(stream: 'stdout' | 'stderr', chunk: Buffer): Promise<void> | undefined;
}
type Limits = Pick<CommandOptions, 'timeoutMs' | 'signal'>;

/**
 * Follows a started process to its end, and ends it at its limits. Nothing of its group, and nothing
 * that carries its mark, is left afterwards.
 */
export async function supervise(started: Started, output: Receiver, options: Limits): Promise<Ending> {
  const { child, mark } = started;
  const ending: Ending = { exitCode: null, signal: null, timedOut: false, aborted: false };
  const limits = new AbortController();
  const end = once(() => endGroup(child.pid));
  trackGroup(child.pid, mark?.entry);
  try {
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    readOutput(child, output, end);
    watchLimits(ending, end, options, limits.signal);
    Object.assign(ending, await exited(child));
    limits.abort();
    await endRemains(started, closed, ending.aborted ? 0 : DRAIN_MS);
    return ending;
  } finally {
    limits.abort();
    untrackGroup(child.pid);
  }
}

function exited(child: StartedProcess): Promise<Pick<Ending, 'exitCode' | 'signal'>> {
  return new Promise((resolve) => child.once('exit', (exitCode, signal) => resolve({ exitCode, signal })));
}

/** Ends the process when its time is up or its owner no longer wants it. `until` stops the watch. */
function watchLimits(ending: Ending, end: () => unknown, options: Limits, until: AbortSignal): void {
  const endBecause = (reason: 'timedOut' | 'aborted'): void => {
    ending[reason] = true;
    end();
  };
  const stopClock = afterParts(options.timeoutMs, () => endBecause('timedOut'));
  const handleAbort = () => endBecause('aborted');
  if (options.signal?.aborted === true) handleAbort();
  else options.signal?.addEventListener('abort', handleAbort, { once: true });
  // Removed by hand: with the `signal` option of addEventListener, garbage collection forgets all but the
  // last listener of one signal, and an owner may run several commands under one signal.
  const stop = () => {
    stopClock();
    options.signal?.removeEventListener('abort', handleAbort);
  };
  until.addEventListener('abort', stop, { once: true });
}

/**
 * Calls back after this time, counted in parts: a machine that stood still, or a process of ours that was too busy,
 * costs the command one part however long that was, whether or not it could go on meanwhile. Returns what stops the
 * clock.
 */
function afterParts(ms: number, callback: () => void): () => void {
  const partMs = Math.min(ms / PARTS, MAX_TIMER_MS);
  let parts = 0;
  let timer = setTimeout(count, partMs);
  function count(): void {
    parts += 1;
    if (parts === PARTS) callback();
    else timer = setTimeout(count, partMs);
  }
  return () => clearTimeout(timer);
}

/**
 * Lets others have a turn after every chunk: libuv would deliver two megabytes at once, and each line is looked at.
 * As long as nothing is read, the process waits. Once it has ended, what it left in its pipes is read at once: that is
 * little, and they are soon closed.
 */
function readOutput(child: StartedProcess, output: Receiver, end: () => unknown): void {
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = child[name];
    const goOn = () => void setImmediate(() => stream.resume());
    let hasEnded = false;
    child.once('exit', () => {
      hasEnded = true;
      stream.resume();
    });
    stream.on('data', (chunk: Buffer) => {
      const taken = output.add(name, chunk);
      if (output.stopped) end();
      stream.pause();
      if (taken === undefined || hasEnded) goOn();
      else void taken.then(goOn);
    });
  }
}

/** After the exit: lets the pipes drain, ends the processes that are left, and closes what is still held. */
async function endRemains({ child, mark }: Started, closed: Promise<void>, drainMs: number): Promise<void> {
  await within(drainMs, closed);
  await Promise.all([endGroup(child.pid), mark?.end()]);
  await within(ENDED_DRAIN_MS, closed);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
}

async function within(ms: number, event: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([event, late]);
  timer.abort();
}

/** Only once: a second call would signal a group whose number may belong to others by then. */
function once(action: () => unknown): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
