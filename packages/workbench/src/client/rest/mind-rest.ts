import type { RestOutcome } from '@agent-factory/practice-panel';
import { type Kata, type KataOutline, MIND_ROUTES, type MindStatus, type Stage } from '@agent-factory/protocol/mind';
import type { CoachRestOptions } from './coach-rest.js';
import { send } from './send.js';

/** What the daemon answers of its mind. None of it throws. */
export interface MindRest {
  /** What works, and what was spent in the session of this project. */
  status(): Promise<RestOutcome<MindStatus>>;
  /** The latest first. */
  katas(): Promise<RestOutcome<{ readonly katas: readonly KataOutline[]; readonly stage: Stage }>>;
  kata(id: string): Promise<RestOutcome<Kata>>;
}

export function createMindRest({ serverUrl, projectId, fetch }: CoachRestOptions): MindRest {
  const { settings, katas, kata } = MIND_ROUTES;
  return {
    status: () =>
      send(fetch, serverUrl(), {
        route: settings,
        path: `${settings.path}?${new URLSearchParams({ project: projectId })}`,
      }),
    katas: () => send(fetch, serverUrl(), { route: katas, path: katas.path }),
    kata: (id) =>
      send(fetch, serverUrl(), { route: kata, path: kata.path.replace(':id', () => encodeURIComponent(id)) }),
  };
}
