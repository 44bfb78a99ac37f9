import type { CoachMind as MindPort } from '@agent-factory/coach/workplace';
import type { ProjectId } from '@agent-factory/protocol/coach';
import type {
  ExplainRequest,
  Explanation,
  Kata,
  katasResponseSchema,
  MindChange,
  MindStatus,
} from '@agent-factory/protocol/mind';
import type * as z from 'zod';
import { explain } from './explain/explain.js';
import type { MindHost } from './host.js';
import { kata, listKatas } from './katas/katas.js';
import { ChosenMemories } from './memory/chosen-memories.js';
import type { Memories } from './memory/memories.js';
import { CoachMind } from './mind.js';
import { createModels } from './model/models.js';
import { wrapUpLeft } from './pipeline/wrap-up/end-session.js';
import type { MindRoom } from './room.js';
import { Settings } from './settings/settings.js';
import { mindStatus } from './status/status.js';

/** The mind, for the daemon: what the coach asks of it, and what pages ask over HTTP. */
export interface OpenMind {
  readonly mind: MindPort;
  readonly memories: Memories;
  /** Of the session of a project, where one is named. */
  status(projectId: ProjectId | null): Promise<MindStatus>;
  changeSettings(change: MindChange): Promise<MindStatus>;
  explain(projectId: ProjectId, request: ExplainRequest): Promise<Explanation>;
  katas(): Promise<z.infer<typeof katasResponseSchema>>;
  kata(id: string): Promise<Kata>;
  /** Wraps up the sessions that have ended and nobody has wrapped up. Never throws, never waits. */
  wrapUpLeft(): void;
  /** Waits for what is on its way to the database. */
  close(): Promise<void>;
}

/** Opens the mind. Nothing is asked of a model, or of another server, before it is needed. */
export async function openMind(host: MindHost): Promise<OpenMind> {
  const settings = new Settings(host);
  const models = createModels({ host, settings, onPaid: (projectId) => mind.tellStatus(projectId) });
  const chromadbUrl = async () => (await settings.current()).chromadbUrl;
  const memories = await ChosenMemories.open({ host, chromadbUrl });
  const room: MindRoom = { host, models, memories, isOn: (part) => settings.isOn(part), now: Date.now };
  const memory = async (): Promise<MindStatus['memory']> => {
    const { kept, url } = await memories.place();
    return { kept, available: await memories.isAvailable(), ...(url !== undefined && { url }) };
  };
  const status = (projectId: ProjectId | null) => mindStatus({ host, settings, models, memory }, projectId);
  const mind = new CoachMind(room, status);
  return {
    mind,
    memories,
    status,
    changeSettings: async (change) => {
      await settings.change(change);
      mind.tellStatus();
      return status(null);
    },
    explain: (projectId, request) => explain(room, request, { projectId, workplace: mind.workplaceOf(projectId) }),
    katas: () => listKatas(room),
    kata: (id) => kata(room, id),
    wrapUpLeft: () => mind.inBackground('What was left of sessions could not be wrapped up', () => wrapUpLeft(room)),
    close: async () => {
      await mind.close();
      await memories.close();
    },
  };
}
