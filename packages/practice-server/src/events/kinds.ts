import { LOOKS } from '@agent-factory/protocol/coach';
import { sql } from 'kysely';
import type { Store } from '../store/open.js';
import type { EventsTable } from '../store/schema/tables.js';

/** Looks of coaches at a student's work, and everything else: neither kind pushes the other one out of the log. */
export type EventKind = 'looks' | 'others';

export interface Size {
  readonly events: number;
  readonly bytes: number;
}

export type Sizes = Readonly<Record<EventKind, Size>>;

/** What a row has besides its data, in bytes: its other columns, and its line in the index. */
export const ROW_BYTES = 100;
/** Rows that are deleted at once, so that others have their turn in between, and no more go than have to. */
const PAGE_ROWS = 100;

const isLook = sql<boolean>`case when type = 'coach_action' then
  json_extract(data, '$.action') = 'mcp_tool_call' and json_extract(data, '$.data.toolName') in (${sql.join(LOOKS)})
  else 0 end`;

export function kindOf({ type, data }: Pick<EventsTable, 'type' | 'data'>): EventKind {
  if (type !== 'coach_action') return 'others';
  const { action, data: facts }: { action?: unknown; data?: { toolName?: string } } = JSON.parse(data);
  return action === 'mcp_tool_call' && LOOKS.includes(facts?.toolName ?? '') ? 'looks' : 'others';
}

function sizeOf(rows: readonly { readonly bytes: number }[]): Size {
  return { events: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}

export async function measure(store: Store): Promise<Sizes> {
  const { rows } = await sql<Size & { isLook: number }>`
    select coalesce(${isLook}, 0) as isLook, count(*) as events, sum(octet_length(data) + ${ROW_BYTES}) as bytes
    from events group by 1`.execute(store);
  const ofKind = (kind: number) => rows.find((row) => row.isLook === kind) ?? { events: 0, bytes: 0 };
  return { looks: ofKind(1), others: ofKind(0) };
}

/** What has gone; `lastId` is the latest of it. */
export interface Gone extends Size {
  readonly lastId: number;
}

/** Deletes the oldest of one kind after an id, a few at once. */
export async function deleteOldest(store: Store, kind: EventKind, after: number): Promise<Gone> {
  const { rows } = await sql<{ id: number; bytes: number }>`
    delete from events where id in (
      select id from events where id > ${after} and coalesce(${isLook}, 0) = ${kind === 'looks' ? 1 : 0}
      order by id limit ${PAGE_ROWS}
    ) returning id, octet_length(data) + ${ROW_BYTES} as bytes`.execute(store);
  return { ...sizeOf(rows), lastId: Math.max(after, ...rows.map(({ id }) => id)) };
}

/** The id before the oldest that is no look: of those after it, none is known to have been given up. */
export async function beforeOthers(store: Store): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select coalesce(
    (select id from events where coalesce(${isLook}, 0) = 0 order by id limit 1),
    (select id from events order by id limit 1)
  ) as id`.execute(store);
  return (rows[0]?.id ?? 1) - 1;
}
