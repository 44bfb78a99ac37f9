import { randomUUID } from 'node:crypto';
import type { AgentId } from '@agent-factory/protocol';
import type { ProjectId } from '@agent-factory/protocol/coach';
import type { Foundation } from '../foundation.js';
import { findWorkspace, saveWorkspace } from '../store/records/workspaces.js';
import type { PreparedWorkspace } from './prepare-workspace.js';

/** Folders have no versions. */
const VERSION = '0.0.0';

/** The folder of a student as a workspace: nothing is written into it, and it keeps the conversation of its agent. */
export async function prepareFolder(
  foundation: Foundation,
  projectId: ProjectId,
  agent: AgentId,
): Promise<PreparedWorkspace> {
  const path = await foundation.folders.requireThere(projectId);
  const before = await findWorkspace(foundation.store, projectId);
  const record = {
    exerciseId: projectId,
    version: VERSION,
    agent,
    conversationId: before?.conversationId ?? randomUUID(),
    seeded: [],
    setupDone: true,
    createdAt: before?.createdAt ?? new Date().toISOString(),
  };
  await saveWorkspace(foundation.store, record);
  return { record, path, created: before === undefined, update: undefined };
}
