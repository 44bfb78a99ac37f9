import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Exercise, hasWorkspace, runSetup, type SeedReport, seedWorkspace } from '@agent-factory/exercise-runtime';
import type { AgentId, WorkspaceUpdate } from '@agent-factory/protocol';
import { isFolderId } from '@agent-factory/protocol/coach';
import type { Foundation } from '../foundation.js';
import { findWorkspace, saveWorkspace, type WorkspaceRecord } from '../store/records/workspaces.js';
import { putAway } from './put-away.js';

export interface PreparedWorkspace {
  readonly record: WorkspaceRecord;
  readonly path: string;
  readonly created: boolean;
  readonly update: WorkspaceUpdate | undefined;
}

/** The folder of an exercise, or of a project. Throws `project_not_found` for a folder that was never opened. */
export function workspacePath({ config, folders }: Pick<Foundation, 'config' | 'folders'>, exerciseId: string): string {
  return isFolderId(exerciseId) ? folders.pathOf(exerciseId) : join(config.paths.workspaces, exerciseId);
}

export interface PrepareOptions {
  /** Ends the set-up commands with its reason, as the daemon's shutdown does. */
  readonly signal?: AbortSignal | undefined;
  /** The agent works beside the one that the workspace is for, as a chat does: it gets its instructions, and no more. */
  readonly isGuest?: boolean;
}

/**
 * Creates the workspace, or updates it to the exercise's version. A new one whose set-up fails is put
 * away, so that the next try starts clean; one that was there before keeps everything.
 */
export async function prepareWorkspace(
  foundation: Foundation,
  exercise: Exercise,
  agent: AgentId,
  { signal, isGuest = false }: PrepareOptions = {},
): Promise<PreparedWorkspace> {
  const path = workspacePath(foundation, exercise.config.id);
  const before = await findWorkspace(foundation.store, exercise.config.id);
  const existed = await hasWorkspace(path);
  const ending = signal === undefined ? foundation.closing : AbortSignal.any([signal, foundation.closing]);
  try {
    return await fill(foundation, exercise, agent, { path, before, existed, isGuest, signal: ending });
  } catch (error) {
    throw existed ? error : await putAway(foundation, exercise, { path, agent, error });
  }
}

interface Place {
  readonly path: string;
  readonly before: WorkspaceRecord | undefined;
  readonly existed: boolean;
  readonly isGuest: boolean;
  readonly signal: AbortSignal;
}

async function fill(
  foundation: Foundation,
  exercise: Exercise,
  agent: AgentId,
  place: Place,
): Promise<PreparedWorkspace> {
  // If the folder is gone, the student deleted it: its files are seeded as if for the first time.
  const known = place.existed ? place.before : undefined;
  const owner = place.isGuest && known !== undefined ? known.agent : agent;
  const instructionFiles = [owner, agent].map((id) => foundation.agents.find(id)?.instructionFile);
  const report = await seed(exercise, instructionFiles, place.path, known);
  if (known?.setupDone !== true) {
    await runSetup(exercise, { workspace: place.path, env: foundation.environments.check, signal: place.signal });
  }
  const record: WorkspaceRecord = {
    exerciseId: exercise.config.id,
    version: exercise.config.version,
    agent: owner,
    conversationId: place.before?.conversationId ?? randomUUID(),
    seeded: report.seeded,
    setupDone: true,
    createdAt: known?.createdAt ?? new Date().toISOString(),
    completedAt: known?.completedAt,
  };
  await saveWorkspace(foundation.store, record);
  return {
    record,
    path: place.path,
    created: !place.existed,
    update: known && updateOf(known.version, record.version, report),
  };
}

function seed(
  exercise: Exercise,
  [instructionFile, guestInstructionFile]: readonly (string | undefined)[],
  workspace: string,
  known: WorkspaceRecord | undefined,
): Promise<SeedReport> {
  return seedWorkspace(exercise, {
    workspace,
    instructionFile,
    guestInstructionFile,
    ...(known !== undefined && { recorded: [...known.seeded] }),
  });
}

/** What to tell about an update; undefined if the version is the same and nothing changed. */
function updateOf(from: string, to: string, report: SeedReport): WorkspaceUpdate | undefined {
  const { added, updated, removed, kept } = report;
  const changed = added.length + updated.length + removed.length > 0;
  return from !== to || changed ? { from, to, added, updated, removed, kept } : undefined;
}
