import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { version as nodeVersion } from 'node:process';
import { Engine } from '../container/engine.js';
import { userFor } from '../container/request/user-for.js';
import { sweep } from '../container/sweep.js';
import type { LoopState } from '../contract/loop-state.js';
import type { ObserveEvent } from '../contract/observe-events.js';
import type { Report } from '../contract/report.js';
import { acquireLock, smileHome } from '../loop/lock/lock.js';
import { isMissing } from '../loop/store/disk.js';
import { Run, readState } from '../loop/store/run.js';
import { newRunId } from '../loop/store/run-id.js';
import { createRun } from '../loop/store/runs.js';
import { hasReport } from '../report/files/read.js';
import type { Written } from '../report/files/write.js';
import { stageRepository } from '../tutorial/repository.js';
import { stageFiles, stageTutorial } from '../tutorial/stage.js';
import { requireCredentials } from './credentials.js';
import type { Installed } from './installed.js';
import type { Plan } from './plan.js';
import { reportRun } from './report.js';
import { drive } from './run-loop.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface RunTutorialOptions {
  readonly plan: Plan;
  readonly installed: Installed;
  readonly env: Environment;
  readonly replayFrom?: string | undefined;
  readonly stdout: Pick<NodeJS.WritableStream, 'write'>;
  readonly onEvent: (event: ObserveEvent) => void;
  readonly onAddress: (address: string) => void;
  readonly stop: AbortController;
}

export interface RunEnd {
  readonly report: Report;
  readonly written: Written;
  readonly folder: string;
  readonly kept: string | undefined;
}

/**
 * Runs a tutorial from its beginning.
 * @throws SmileError before anything is made: `not_signed_in`, `docker_unavailable`, `image_not_found`, `loop_running`;
 * and `port_unavailable`, of a run that can be resumed
 */
export async function runTutorial(options: RunTutorialOptions): Promise<RunEnd> {
  const { plan, env } = options;
  const nowMs = Date.now();
  const runId = newRunId(nowMs);
  const engine = await openEngine(options);
  await using _lock = await acquireLock(smileHome(env), runId);
  await sweep(engine, (_, { message }) => options.onEvent({ type: 'error', message }));
  const start = { target: plan.target, config: plan.config, versions: versionsOf(options, engine) };
  const stage = async (folder: string) => {
    await stageTutorial(plan.tutorial, join(folder, 'tutorial'));
    await stageFiles(plan.config.files, plan.tutorial.folder, join(folder, 'tutorial'));
    await stageRepository(plan.tutorial.folder, join(folder, 'repository'));
  };
  const { run, state } = await createRun(plan.config.outputDir, start, nowMs, { runId, stage });
  await using _run = run;
  return await finish(options, { run, state, engine });
}

/**
 * Goes on with a run whose process has ended, from its last transition; of one that ended before its report was
 * written, the report is what is left to do.
 * @throws SmileError `run_not_resumable` for one that has ended, and as `runTutorial`
 */
export async function resumeTutorial(folder: string, options: RunTutorialOptions): Promise<RunEnd> {
  const { plan, env } = options;
  const state = await readState(folder);
  if (state.phase === 'done' && !(await hasReport(folder)))
    return { ...(await reported(options, folder, state)), kept: undefined };
  const engine = await openEngine(options);
  await using _lock = await acquireLock(smileHome(env), state.runId);
  await sweep(engine, (_, { message }) => options.onEvent({ type: 'error', message }));
  await using run = await Run.open(folder);
  return await finish(options, { run, state: rewound(state, plan), engine });
}

/** Checks in the container of a student need that container, which is no more: the student has to try again. */
function rewound(state: LoopState, { checks }: Plan): LoopState {
  if (state.phase !== 'judge' || checks?.in !== 'same') return state;
  const last = state.history.at(-1);
  if (last === undefined) return state;
  const { iteration, startedAt } = last;
  return { ...state, phase: 'student', history: [...state.history.slice(0, -1), { iteration, startedAt }] };
}

interface Opened {
  readonly run: Run;
  readonly state: LoopState;
  readonly engine: Engine;
}

async function finish(options: RunTutorialOptions, { run, state: from, engine }: Opened): Promise<RunEnd> {
  const hasRepository = await isNotEmpty(join(run.folder, 'repository'));
  const user = await userFor(engine);
  const { plan, stdout } = options;
  return drive({ ...options, run, state: from, engine, hasRepository, user }, async ({ state, kept }) => {
    return { ...(await reported({ plan, stdout }, run.folder, state)), kept };
  });
}

async function reported(
  { plan, stdout }: Pick<RunTutorialOptions, 'plan' | 'stdout'>,
  folder: string,
  state: LoopState,
) {
  const { report, written } = await reportRun({ plan, folder, state, endedAtMs: Date.now(), stdout });
  return { report, written, folder };
}

/** What is asked of the machine before anything is made: credentials, unless no model is asked, an engine and the image. */
async function openEngine({ plan: { config }, env, replayFrom }: RunTutorialOptions): Promise<Engine> {
  if (replayFrom === undefined) requireCredentials(config, env);
  const engine = await Engine.open({ env });
  await engine.requireImage(config.containerImage);
  return engine;
}

function versionsOf({ installed }: RunTutorialOptions, engine: Engine): Record<string, string> {
  return { 'smile-loop': installed.version, node: nodeVersion, [engine.kind]: engine.version };
}

async function isNotEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
