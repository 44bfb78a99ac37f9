import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MentorResult, type StudentResult, studentAnswerSchema } from '../../src/contract/agents.js';
import type { LoopState, Verdict } from '../../src/contract/loop-state.js';
import type { ObserveEvent } from '../../src/contract/observe-events.js';
import type { Agents, MentorTask, StudentTask } from '../../src/loop/agents.js';
import type { Clock } from '../../src/loop/clock.js';
import type { LoopDeps } from '../../src/loop/loop.js';
import { runLoop } from '../../src/loop/orchestrator.js';
import { createRun } from '../../src/loop/store/runs.js';

export function answer(
  fields: Record<string, unknown>,
  fired: Array<'command_failure' | 'missing_dependency'> = [],
): StudentResult {
  return { kind: 'answer', answer: studentAnswerSchema.parse(fields), fired, commands: [] };
}

export const completed = answer({ status: 'completed', summary: 'all done' });
export const asks = answer({ status: 'ask_mentor', problem: 'it fails', currentStep: 'Install' }, ['command_failure']);
export const cannot = answer({ status: 'cannot_complete', reason: 'it costs money' });
export const overloaded: Extract<StudentResult, { kind: 'failed' }> = {
  kind: 'failed',
  code: 'rate_limited',
  message: 'Too many calls.',
  transient: true,
  commands: [],
};

export function notes(text: string, more: Partial<Extract<MentorResult, { kind: 'notes' }>> = {}): MentorResult {
  return { kind: 'notes', notes: text, unresolvable: false, cut: false, ...more };
}

export const gap = {
  quote: 'npm start',
  title: 't',
  missing: 'm',
  fix: { kind: 'insert_before', text: 'x' },
  severity: 'high',
} as const;

type Step<T> = T | Error | ((signal: AbortSignal) => Promise<T> | T);

/** Agents that answer as a script says, one entry a call; the last one for ever. */
export class Script implements Agents {
  readonly studentTasks: StudentTask[] = [];
  readonly mentorTasks: MentorTask[] = [];
  resets = 0;
  judged = 0;
  readonly #says: {
    student: Step<StudentResult>[];
    mentor?: Step<MentorResult>[];
    judge?: Step<Verdict>[];
    reset?: Step<void>[];
  };

  constructor(says: {
    student: Step<StudentResult>[];
    mentor?: Step<MentorResult>[];
    judge?: Step<Verdict>[];
    reset?: Step<void>[];
  }) {
    this.#says = says;
  }

  async student(task: StudentTask, signal: AbortSignal): Promise<StudentResult> {
    this.studentTasks.push(task);
    return say(this.#says.student, this.studentTasks.length, signal);
  }

  async mentor(task: MentorTask, signal: AbortSignal): Promise<MentorResult> {
    this.mentorTasks.push(task);
    return say(this.#says.mentor ?? [], this.mentorTasks.length, signal);
  }

  judge(signal: AbortSignal): Promise<Verdict> | undefined {
    if (this.#says.judge === undefined) return undefined;
    this.judged += 1;
    return say(this.#says.judge, this.judged, signal);
  }

  async reset(signal: AbortSignal): Promise<void> {
    this.resets += 1;
    if (this.#says.reset !== undefined) await say(this.#says.reset, this.resets, signal);
  }
}

async function say<T>(steps: Step<T>[], count: number, signal: AbortSignal): Promise<T> {
  const step = steps[Math.min(count, steps.length) - 1];
  if (step === undefined) throw new Error('The script does not say what happens here.');
  if (step instanceof Error) throw step;
  return typeof step === 'function' ? (step as (signal: AbortSignal) => Promise<T>)(signal) : step;
}

/** Time passes only when it is told to; timers fire when it reaches them. */
export class FakeClock implements Clock {
  wall = Date.UTC(2026, 1, 2, 10);
  passed = 0;
  readonly waits: number[] = [];
  #timers: Array<{ at: number; act: () => void }> = [];

  /** Timers that have neither fired nor been called off. */
  get pending(): number {
    return this.#timers.filter(({ at }) => at > this.passed).length;
  }

  now = () => this.wall;
  monotonic = () => this.passed;

  after(ms: number, act: () => void): () => void {
    const timer = { at: this.passed + ms, act };
    this.waits.push(ms);
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  pass(ms: number): void {
    this.passed += ms;
    this.wall += ms;
    for (const { at, act } of [...this.#timers]) if (at <= this.passed) act();
  }
}

export interface Played {
  readonly state: LoopState;
  readonly events: ObserveEvent[];
  readonly states: LoopState[];
  readonly folder: string;
}

/** A temporary folder that is removed at the end of its block. */
export async function temporary(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'smile-loop-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export const LIMITS = { maxIterations: 3, timeoutMs: 60_000, agentMs: 30_000, graceMs: 0, judgeMs: 30_000 };

/** Plays a whole loop in a folder of its own. `from` is a state to go on from. */
export async function play(
  agents: Agents,
  deps: Partial<LoopDeps> = {},
  from: Partial<LoopState> = {},
): Promise<Played> {
  await using home = await temporary();
  const { run, state } = await createRun(home.path, { target: 'a.md', config: {}, versions: {} }, Date.now());
  await using _run = run;
  const events: ObserveEvent[] = [];
  const states: LoopState[] = [];
  const end = await runLoop(
    {
      agents,
      run,
      clock: new FakeClock(),
      observer: ({ event }) => events.push(event),
      onState: (next) => states.push(next),
      limits: LIMITS,
      retry: { tries: 3, firstMs: 1000, maxMs: 8000 },
      stop: new AbortController().signal,
      isBudgetSpent: () => false,
      ...deps,
    },
    { ...state, ...from },
  );
  return { state: end, events, states, folder: run.folder };
}
