import type { Action, ActionsQuery, ActionsResponse, ActionType, ProjectId } from '@agent-factory/protocol/coach';
import type { Kysely } from 'kysely';
import { actionRowSchema } from '../schema/rows.js';
import { EVENT_FACTS } from '../schema/values.js';
import type { CoachTables } from '../tables.js';

type Row = CoachTables['coach_action_log'];

/** Which actions are wanted; of all types, where none is given. */
export interface WantedActions {
  readonly sessionId: string;
  readonly types?: readonly ActionType[];
  readonly limit?: number;
}

/** One that is looked at, and how long ago it was, in milliseconds. */
export type RecentAction = Action & { readonly agoMs: number };

/** The latest actions of a session, the latest first. */
export async function recentActions(
  store: Kysely<CoachTables>,
  { sessionId, types, limit = 50 }: WantedActions,
  now = Date.now(),
): Promise<RecentAction[]> {
  let query = store.selectFrom('coach_action_log').selectAll().where('session_id', '=', sessionId);
  if (types !== undefined) query = query.where('action_type', 'in', types);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.flatMap(actionsIn).map((action) => ({ ...action, agoMs: now - Date.parse(action.at) }));
}

/** Milliseconds since the last one; undefined if there was none. */
export async function timeSinceLast(
  store: Kysely<CoachTables>,
  wanted: Omit<WantedActions, 'limit'>,
  now = Date.now(),
): Promise<number | undefined> {
  const [last] = await recentActions(store, { ...wanted, limit: 1 }, now);
  return last?.agoMs;
}

/** One page of a project's log, the newest first. */
export async function pageOfActions(
  store: Kysely<CoachTables>,
  projectId: ProjectId,
  { before, limit, type }: ActionsQuery,
): Promise<ActionsResponse> {
  let query = store.selectFrom('coach_action_log').selectAll().where('project_id', '=', projectId);
  if (before !== undefined) query = query.where('id', '<', before);
  if (type !== undefined) query = query.where('action_type', 'in', type);
  // One more than is asked for shows whether there is something older.
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const actions = page.flatMap(actionsIn);
  return rows.length > limit && last !== undefined ? { actions, next: last.id } : { actions };
}

/** Actions that are read at once: some hundred kilobytes. */
const EXPORT_PAGE = 500;

/** The whole log of a project, the oldest first. What comes while it is read is in it. */
export async function* allActions(store: Kysely<CoachTables>, projectId: ProjectId): AsyncGenerator<Action> {
  for (let after = 0; ; ) {
    const rows = await store
      .selectFrom('coach_action_log')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(EXPORT_PAGE)
      .execute();
    yield* rows.flatMap(actionsIn);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < EXPORT_PAGE) return;
  }
}

/** A newer daemon may have written types that this one does not know: they are left out, nothing fails. */
function actionsIn(row: Row): Action[] {
  const known = actionRowSchema.safeParse(row);
  if (!known.success) return [];
  const { id, session_id: sessionId, created_at: at, action_type: type, data } = known.data;
  return [{ id, sessionId, at, type, data: data === null ? {} : EVENT_FACTS.read(data) }];
}
