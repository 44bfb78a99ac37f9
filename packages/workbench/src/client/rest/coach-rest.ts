import type { RestOutcome } from '@agent-factory/practice-panel';
import type { StartResponse } from '@agent-factory/protocol';
import {
  type ActionsResponse,
  type ActionType,
  COACH_ROUTES,
  type startProjectRequestSchema,
  type Visibility,
} from '@agent-factory/protocol/coach';
import { type Fetch, send, sendForFile } from './send.js';

/** Which actions: at most `limit` of these types, those before the one with the id `before`. */
export interface ActionsWish {
  readonly before?: number;
  readonly limit?: number;
  readonly types?: readonly ActionType[];
}

type StartWish = Omit<(typeof startProjectRequestSchema)['_zod']['input'], 'projectId'>;

/** The daemon's routes for one project. None of them throws. */
export interface CoachRest {
  /** Starts the agent, or joins its session. */
  start(wish?: StartWish): Promise<RestOutcome<StartResponse>>;
  setVisibility(visibility: Visibility): Promise<RestOutcome<{ readonly visibility: Visibility }>>;
  /** The newest first. */
  actions(wish?: ActionsWish): Promise<RestOutcome<ActionsResponse>>;
  deleteActions(): Promise<RestOutcome<{ readonly deleted: number }>>;
  /** The whole log as a file: one action in JSON on each line. */
  exportActions(): Promise<RestOutcome<Blob>>;
}

export interface CoachRestOptions {
  /** The daemon's origin, without a trailing slash; asked for at every request. */
  readonly serverUrl: () => string;
  readonly projectId: string;
  readonly fetch: Fetch;
}

export function createCoachRest({ serverUrl, projectId, fetch }: CoachRestOptions): CoachRest {
  const ask: <T>(call: Parameters<typeof send<T>>[2]) => Promise<RestOutcome<T>> = (call) =>
    send(fetch, serverUrl(), call);
  const pathOf = (path: string) => path.replace(':id', encodeURIComponent(projectId));
  const { start, visibility, actions, exportActions, deleteActions } = COACH_ROUTES;
  return {
    start: (wish = {}) => ask({ route: start, path: start.path, body: { ...wish, projectId } }),
    setVisibility: (chosen) =>
      ask({ route: visibility, path: visibility.path, body: { projectId, visibility: chosen } }),
    actions: (wish = {}) => ask({ route: actions, path: pathOf(actions.path) + queryOf(wish) }),
    deleteActions: () => ask({ route: deleteActions, path: pathOf(deleteActions.path) }),
    exportActions: () => sendForFile(fetch, serverUrl(), { route: exportActions, path: pathOf(exportActions.path) }),
  };
}

function queryOf({ before, limit, types }: ActionsWish): string {
  const query = new URLSearchParams();
  if (before !== undefined) query.set('before', String(before));
  if (limit !== undefined) query.set('limit', String(limit));
  if (types !== undefined) query.set('type', types.join(','));
  return query.size === 0 ? '' : `?${query}`;
}
