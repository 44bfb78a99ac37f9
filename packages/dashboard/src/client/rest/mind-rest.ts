import type { RestOutcome } from '@agent-factory/practice-panel';
import { COACH_ROUTES, type Project } from '@agent-factory/protocol/coach';
import {
  type DashboardState,
  type KataOutline,
  type MemoriesResponse,
  type Memory,
  type MemoryChange,
  MIND_ROUTES,
  type MindChange,
  type MindStatus,
  type Period,
  type Stage,
} from '@agent-factory/protocol/mind';
import { type Fetch, send, sendForFile } from '@agent-factory/workbench/base';

/** Which memories: those of a project, those nearest to `query`, those after the page before. */
export interface MemoriesWish {
  readonly query?: string | undefined;
  readonly project?: string | undefined;
  readonly after?: string | undefined;
}

/** What the daemon answers about the learner. None of it throws. */
export interface MindRest {
  dashboard(period: Period): Promise<RestOutcome<DashboardState>>;
  katas(): Promise<RestOutcome<{ readonly katas: readonly KataOutline[]; readonly stage: Stage }>>;
  projects(): Promise<RestOutcome<{ readonly projects: readonly Project[] }>>;
  settings(project?: string): Promise<RestOutcome<MindStatus>>;
  changeSettings(change: MindChange): Promise<RestOutcome<MindStatus>>;
  memories(wish?: MemoriesWish): Promise<RestOutcome<MemoriesResponse>>;
  changeMemory(id: string, change: MemoryChange): Promise<RestOutcome<Memory>>;
  deleteMemory(id: string): Promise<RestOutcome<{ readonly deleted: number }>>;
  /** Of one project or, without it, of all. */
  deleteMemories(project?: string): Promise<RestOutcome<{ readonly deleted: number }>>;
  exportMemories(): Promise<RestOutcome<Blob>>;
}

export function createMindRest(fetch: Fetch, serverUrl: () => string): MindRest {
  const ask: <T>(call: Parameters<typeof send<T>>[2]) => Promise<RestOutcome<T>> = (call) =>
    send(fetch, serverUrl(), call);
  const routes = MIND_ROUTES;
  const of = (path: string, id: string) => path.replace(':id', encodeURIComponent(id));
  return {
    dashboard: (period) => ask({ route: routes.dashboard, path: routes.dashboard.path + queryOf({ period }) }),
    katas: () => ask({ route: routes.katas, path: routes.katas.path }),
    projects: () => ask({ route: COACH_ROUTES.projects, path: COACH_ROUTES.projects.path }),
    settings: (project) => ask({ route: routes.settings, path: routes.settings.path + queryOf({ project }) }),
    changeSettings: (body) => ask({ route: routes.changeSettings, path: routes.changeSettings.path, body }),
    memories: ({ query, project, after } = {}) =>
      ask({ route: routes.memories, path: routes.memories.path + queryOf({ query, project, after }) }),
    changeMemory: (id, body) => ask({ route: routes.changeMemory, path: of(routes.changeMemory.path, id), body }),
    deleteMemory: (id) => ask({ route: routes.deleteMemory, path: of(routes.deleteMemory.path, id) }),
    deleteMemories: (project) =>
      ask({ route: routes.deleteMemories, path: routes.deleteMemories.path + queryOf({ project }) }),
    exportMemories: () =>
      sendForFile(fetch, serverUrl(), { route: routes.exportMemories, path: routes.exportMemories.path }),
  };
}

/** What is undefined or empty is not asked for. */
function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return query.size === 0 ? '' : `?${query}`;
}
