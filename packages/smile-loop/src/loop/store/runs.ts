import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SmileError } from '../../contract/errors.js';
import type { LoopState } from '../../contract/loop-state.js';
import { isMissing, onDisk } from './disk.js';
import { requireRealFolder } from './real-folder.js';
import type { RunFile } from './records.js';
import { replaceFile } from './replace-file.js';
import { RUN_FILES, RUN_FOLDERS, Run } from './run.js';
import { isRunId, newRunId } from './run-id.js';

export type RunStart = Pick<RunFile, 'target' | 'config' | 'versions'>;

interface CreateOptions {
  readonly runId?: string;
  /** Lays what the run needs into its folder. */
  readonly stage?: (folder: string) => Promise<void>;
}

/**
 * Makes the folder of a new run below `<outputDir>/runs`. `nowMs` is the wall clock. Its first state is written last:
 * a run that has one has all that it needs to go on, whenever its process was killed.
 */
export async function createRun(
  outputDir: string,
  start: RunStart,
  nowMs: number,
  { runId = newRunId(nowMs), stage }: CreateOptions = {},
): Promise<{ run: Run; state: LoopState }> {
  const folder = runFolder(outputDir, runId);
  await onDisk(folder, async () => {
    for (const name of RUN_FOLDERS) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  });
  const createdAt = new Date(nowMs).toISOString();
  const file: RunFile = { version: 1, runId, createdAt, ...start };
  await replaceFile(join(folder, RUN_FILES.run), `${JSON.stringify(file, null, 2)}\n`);
  try {
    await stage?.(folder);
  } catch (error) {
    // Nothing can go on with it, and it would be the newest.
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const state = firstState(runId, createdAt);
  const run = await Run.open(folder);
  await run.save(state);
  return { run, state };
}

function firstState(runId: string, startTime: string): LoopState {
  return {
    version: 1,
    runId,
    iteration: 0,
    phase: 'start',
    status: 'running',
    startTime,
    elapsedMs: 0,
    mentorNotes: [],
    history: [],
    finalResult: null,
  };
}

/** Ids of all runs, the newest first. */
export async function listRuns(outputDir: string): Promise<string[]> {
  try {
    const names = await readdir(join(outputDir, 'runs'));
    return names.filter(isRunId).sort().reverse();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The folder of a run, or of the newest one. Throws `run_not_found`, and `state_unreadable` as `requireRealFolder`. */
export async function findRun(outputDir: string, runId?: string): Promise<string> {
  const runs = await listRuns(outputDir);
  const found = runId === undefined ? runs[0] : runs.find((id) => id === runId);
  if (found !== undefined) {
    const folder = runFolder(outputDir, found);
    await requireRealFolder(folder);
    return folder;
  }
  const [message, facts] =
    runId === undefined
      ? [`There is no run in ${outputDir} yet. Start one with "smile-loop run".`, { outputDir }]
      : [`There is no run ${runId} in ${outputDir}. The newest is ${runs[0] ?? 'none'}.`, { outputDir, runId }];
  throw new SmileError('run_not_found', message, facts);
}

function runFolder(outputDir: string, runId: string): string {
  return join(outputDir, 'runs', runId);
}
