import { startPiped } from '@agent-factory/subprocess';
import { KitError } from '../kit-error.js';
import { Lines } from './lines.js';
import type { LearnerProgram } from './program.js';
import { type LearnerReport, readTold, type Told } from './told.js';

/** The program has limits of its own, by the author's settings. */
const TIMEOUT_MS = Number.POSITIVE_INFINITY;
/** Milliseconds to remove its containers once it is stopped, where it otherwise takes a second or two. */
const STOP_MS = 20_000;
/** Characters of its messages that are kept: the last tell why it has ended. */
const KEPT_CHARS = 4000;

export interface Trial {
  readonly program: LearnerProgram;
  readonly id: string;
  /** Its arguments after the exercise's id. */
  readonly args: readonly string[];
  /** Absolute folder of the author's project. */
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly onTold: (told: Exclude<Told, { type: 'report' }>) => void;
  readonly signal: AbortSignal;
}

/** How a trial ended: with a report, or with what the program said instead. */
export interface TrialEnd {
  readonly report: LearnerReport | undefined;
  readonly exitCode: number | null;
  readonly words: string;
}

/** Lets a simulated learner try one exercise. Throws the signal's reason once everything is cleaned up. */
export async function tryExercise({ program, id, args, cwd, env, onTold, signal }: Trial): Promise<TrialEnd> {
  signal.throwIfAborted();
  let report: LearnerReport | undefined;
  let words = '';
  const lines = new Lines((line) => {
    const told = readTold(line);
    if (told?.type === 'report') report = told.report;
    else if (told !== undefined) onTold(told);
  });
  const [file, ...first] = program;
  const running = await startPiped(file, [...first, 'run', id, '--json', ...args], {
    cwd,
    env,
    timeoutMs: TIMEOUT_MS,
    onStdout: (chunk) => void lines.write(chunk),
    onStderr: (chunk) => {
      words = (words + chunk.toString()).slice(-KEPT_CHARS);
    },
  });
  if (typeof running === 'string') throw new KitError(`${file} cannot be started (${running}).`);
  const { exitCode } = await endedOrStopped(running, signal);
  signal.throwIfAborted();
  lines.end();
  return { report, exitCode, words: words.trim() };
}

type Running = Exclude<Awaited<ReturnType<typeof startPiped>>, string>;

/** A stop is asked for politely: the program then removes its containers, and tells nobody else to. */
async function endedOrStopped(running: Running, signal: AbortSignal): Promise<{ exitCode: number | null }> {
  let late: NodeJS.Timeout | undefined;
  const stop = () => {
    terminate(running.pid);
    late = setTimeout(() => void running.end(), STOP_MS);
  };
  running.closeInput();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await running.ended;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
}

function terminate(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
