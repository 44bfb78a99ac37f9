import { randomBytes } from 'node:crypto';
import { Inbox } from '../api/inbox.js';
import { type LoopServer, startServer } from '../api/server.js';
import type { Engine } from '../container/engine.js';
import type { MentorResult, Role, StudentResult } from '../contract/agents.js';
import type { LoopState } from '../contract/loop-state.js';
import type { Live, ObserveEvent } from '../contract/observe-events.js';
import type { Spent } from '../gateway/cost/budget.js';
import { systemClock } from '../loop/clock.js';
import type { LoopDeps } from '../loop/loop.js';
import { runLoop } from '../loop/orchestrator.js';
import { MODEL_RETRY } from '../loop/retry.js';
import { type Run, readAudit } from '../loop/store/run.js';
import { findQuote, lineOfCommand } from '../tutorial/lines.js';
import { ContainerAgents } from './agents/container-agents.js';
import { CONTAINER_PORT } from './agents/requests.js';
import { Audit, auditOf } from './audit.js';
import type { Installed } from './installed.js';
import { ModelDoor } from './model-door.js';
import { pageAddress, removeObserverFile, writeObserverFile } from './observer-file.js';
import type { Plan } from './plan.js';
import { Recorder } from './recorder.js';

/** 256 bits. */
const SECRET_BYTES = 32;
/** Milliseconds beyond an agent's own limit within which its wrapper has to have reported that. */
const WRAPPER_GRACE_MS = 15_000;
/** Milliseconds in which the container of the checks has to have started: what one call of an engine may take. */
const JUDGE_START_MS = 60_000;

export interface DriveOptions {
  readonly plan: Plan;
  readonly run: Run;
  readonly state: LoopState;
  readonly engine: Engine;
  readonly installed: Installed;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hasRepository: boolean;
  readonly user: string | undefined;
  /** A folder of recorded answers that take the place of the models. */
  readonly replayFrom?: string | undefined;
  readonly onEvent: (event: ObserveEvent) => void;
  /** Where it can be watched, as soon as it can. */
  readonly onAddress: (address: string) => void;
  readonly stop: AbortController;
}

export interface Driven {
  readonly state: LoopState;
  /** The name of the container that was kept for the author. */
  readonly kept: string | undefined;
}

/**
 * Runs a loop to its end: opens what it needs, and closes it again whatever happens. `conclude` is called while it can
 * still be watched.
 */
export async function drive<T>(options: DriveOptions, conclude: (driven: Driven) => Promise<T>): Promise<T> {
  const { plan, run, engine, installed, stop } = options;
  const { config } = plan;
  const current = { state: options.state };
  const secret = newSecret();
  const observerToken = newSecret();
  const students = new Inbox<StudentResult>();
  const mentors = new Inbox<MentorResult>();
  const audit = new Audit(run, () => systemClock.now());
  let server: LoopServer | undefined;
  const tell = (event: ObserveEvent, seq?: number) => {
    server?.publish(event, seq);
    options.onEvent(event);
  };
  await using recorder = new Recorder({ run, now: () => systemClock.now(), tell });
  const record = (event: ObserveEvent) => recorder.record(event);
  await using door = await openDoor(options, { audit, record, iteration: () => current.state.iteration });
  await using opened = await startServer({
    secret,
    observerToken,
    onStudentResult: (result) => students.deliver(result),
    onMentorResult: (result) => mentors.deliver(result),
    status: () => current.state,
    stop: () => stop.abort(),
    port: config.port,
    containerPort: CONTAINER_PORT,
    gateway: (request, response) => door.gateway.handle(request, response),
    proxy: door.proxy,
    page: installed.page,
    runFolder: run.folder,
  });
  server = opened;
  await writeObserverFile(run.folder, { port: opened.port, token: observerToken, pid: process.pid });
  options.onAddress(pageAddress(opened.port, observerToken));
  const facts = {
    plan,
    runId: current.state.runId,
    folder: run.folder,
    installed,
    hasRepository: options.hasRepository,
    user: options.user,
  };
  const onLive = liveTeller(plan, record);
  await using agents = new ContainerAgents({
    facts,
    engine,
    door,
    audit,
    secret,
    port: opened.port,
    students,
    mentors,
    onLive,
  });
  try {
    const onState = (state: LoopState) => {
      current.state = state;
    };
    const deps = depsOf(options, agents, { door, tell, onState });
    const state = await runLoop(deps, options.state);
    return await conclude({ state, kept: mustKeep(plan, state) ? await agents.keep() : undefined });
  } finally {
    await removeObserverFile(run.folder);
  }
}

interface Told {
  readonly audit: Audit;
  readonly record: (event: ObserveEvent) => void;
  readonly iteration: () => number;
}

async function openDoor(
  { plan, env, run, replayFrom }: DriveOptions,
  { audit, record, iteration }: Told,
): Promise<ModelDoor> {
  const { config, tutorial } = plan;
  return ModelDoor.open({
    config,
    env,
    folder: run.folder,
    hosts: tutorial.hosts,
    replayFrom,
    before: spentBefore(auditOf(await readAudit(run.folder)).llmCalls),
    onSpent: (spent) => record({ type: 'cost', ...spent }),
    onCall: (call) => audit.llmCall(call),
    onDenied: (host) => audit.denied(iteration(), host),
    onProblem: (error) => record({ type: 'error', message: `A call of a model: ${String(error)}` }),
  });
}

function depsOf(
  { plan, run, stop }: DriveOptions,
  agents: ContainerAgents,
  {
    door,
    tell,
    onState,
  }: { door: ModelDoor; tell: (event: ObserveEvent, seq: number) => void; onState: (state: LoopState) => void },
): LoopDeps {
  const { config, tutorial, checks } = plan;
  return {
    agents,
    run,
    limits: {
      maxIterations: config.maxIterations,
      timeoutMs: config.timeout * 1000,
      agentMs: config.iterationTimeout * 1000,
      graceMs: WRAPPER_GRACE_MS,
      judgeMs: (checks?.timeoutMs ?? 0) + JUDGE_START_MS,
    },
    retry: MODEL_RETRY,
    stop: stop.signal,
    isBudgetSpent: () => door.budget.exhausted !== undefined,
    onState,
    clock: systemClock,
    observer: ({ event, seq }) => tell(event, seq),
    lineOf: (step) => findQuote(tutorial.text, step)?.line ?? lineOfCommand(tutorial.text, step),
  };
}

function liveTeller({ tutorial }: Plan, record: (event: ObserveEvent) => void) {
  return (role: Role, iteration: number, pieces: readonly Live[], dropped: number) => {
    const started = pieces.findLast((piece) => piece.kind === 'command_start');
    const line = started === undefined ? undefined : lineOfCommand(tutorial.text, started.command);
    record({ type: 'live', role, iteration, ...(line !== undefined && { line }), pieces: [...pieces], dropped });
  };
}

function spentBefore(
  calls: readonly { usd: number | null; cached: boolean; tokensIn: number; tokensOut: number }[],
): Spent {
  const paid = calls.filter(({ cached }) => !cached);
  return {
    usd: paid.reduce((sum: number | null, { usd }) => (sum === null || usd === null ? null : sum + usd), 0),
    tokensIn: paid.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
    tokensOut: paid.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
  };
}

function mustKeep({ config }: Plan, { status }: LoopState): boolean {
  const { keepOnFailure, keepOnSuccess } = config.container;
  return status === 'completed' ? keepOnSuccess : keepOnFailure && status !== 'stopped';
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}
