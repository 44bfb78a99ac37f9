import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Named, recordOf } from '../schema/naming.js';
import type { CoachTables } from '../tables.js';

type Row = CoachTables['coach_api_call_log'];
export type ApiCall = Named<Row>;

/** The latency of a call that failed: that one did is worth knowing, how long it took says nothing. */
const FAILED_MS = -1;

/** What came of a call of a model. */
export type ApiCallOutcome = {
  /** US dollars paid beyond the estimate: for an answer of no use, or for searches. */
  readonly costBeyond?: number;
} & ({ readonly failed: true } | ApiCallResult);

/** What is known of a call. `inputHash` names what was asked, without telling it. */
export type ApiCallMetadata = { readonly model: string; readonly inputHash: string } & ApiCallOutcome;

export interface ApiCallResult {
  readonly failed?: false;
  /** Milliseconds. */
  readonly latencyMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars. */
  readonly costEstimate: number;
}

const NOTHING = { latencyMs: FAILED_MS, inputTokens: 0, outputTokens: 0, costEstimate: 0 };

export async function logApiCall(
  store: Kysely<CoachTables>,
  /** Without a session, as from the dashboard, null. */
  { sessionId, projectId }: Pick<ApiCall, 'sessionId' | 'projectId'>,
  callType: string,
  metadata: ApiCallMetadata,
): Promise<ApiCall> {
  const row: Row = {
    id: randomUUID(),
    session_id: sessionId,
    project_id: projectId,
    call_type: callType,
    model: metadata.model,
    input_hash: metadata.inputHash,
    ...columnsOf(metadata),
    created_at: new Date().toISOString(),
  };
  await store.insertInto('coach_api_call_log').values(row).execute();
  return recordOf(row);
}

/** More is known of a call. False if it is not in the log, or no longer. */
export async function changeApiCall(store: Kysely<CoachTables>, id: string, outcome: ApiCallOutcome): Promise<boolean> {
  const query = store.updateTable('coach_api_call_log').set(columnsOf(outcome)).where('id', '=', id);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

function columnsOf(outcome: ApiCallOutcome) {
  const { latencyMs, inputTokens, outputTokens, costEstimate } = outcome.failed ? NOTHING : outcome;
  return {
    latency_ms: Math.round(latencyMs),
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost_estimate: costEstimate,
    cost_beyond: outcome.costBeyond ?? 0,
  };
}

/** As they were made. */
export async function apiCallsOf(store: Kysely<CoachTables>, sessionId: string): Promise<ApiCall[]> {
  const query = store.selectFrom('coach_api_call_log').selectAll().where('session_id', '=', sessionId);
  return (await query.orderBy(sql`rowid`).execute()).map(recordOf);
}

/** What calls of models have cost. Costs are US dollars. */
export interface Budget {
  readonly calls: number;
  readonly failed: number;
  readonly cost: number;
  /** Milliseconds, of the calls that did not fail; null if there are none. */
  readonly averageLatencyMs: number | null;
  /** The dearest first. */
  readonly models: readonly { readonly model: string; readonly calls: number; readonly cost: number }[];
}

/** Of one session or, without one, of all. */
export async function budgetOf(store: Kysely<CoachTables>, sessionId?: string): Promise<Budget> {
  let query = store.selectFrom('coach_api_call_log');
  if (sessionId !== undefined) query = query.where('session_id', '=', sessionId);
  const totals = await query
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('calls'),
      fn.count<number>(eb.case().when('latency_ms', '=', FAILED_MS).then(1).end()).as('failed'),
      fn.coalesce(fn.sum<number>('cost_estimate'), eb.lit(0)).as('cost'),
      fn.avg<number | null>(fn('nullif', ['latency_ms', eb.lit(FAILED_MS)])).as('averageLatencyMs'),
    ])
    .executeTakeFirstOrThrow();
  const models = await query
    .select(({ fn }) => ['model', fn.countAll<number>().as('calls'), fn.sum<number>('cost_estimate').as('cost')])
    .groupBy('model')
    .orderBy('cost', 'desc')
    .execute();
  return { ...totals, models };
}
