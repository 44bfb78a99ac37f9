import { sql } from 'kysely';
import type { Store } from '../store/open.js';
import type { EventLog } from './event-log.js';

/** How far back a check is looked for that began and never ended, in events: what still runs was begun of late. */
const LATEST_EVENTS = 5000;

/**
 * Tells of checks that an earlier daemon had begun when it was killed that they are over. Pages that show them as
 * running would do so for ever.
 */
export async function endBrokenChecks({ store, events }: { store: Store; events: EventLog }): Promise<void> {
  const { rows } = await sql<{ exercise_id: string; data: string }>`
    select exercise_id, data from events as began
    where type = 'check_began' and exercise_id is not null
      and id > (select coalesce(max(id), 0) - ${LATEST_EVENTS} from events)
      and not exists (
        select 1 from events as later where later.type = 'check_ended' and later.id > began.id
          and later.exercise_id = began.exercise_id
      )`.execute(store);
  const error = { code: 'shutting_down', message: 'The practice server was ended before the check was over.' };
  const nothing = { status: 'error', complete: false, passed: 0, total: 0, durationMs: 0, error } as const;
  for (const { exercise_id: exerciseId, data } of rows) {
    const { checkId } = JSON.parse(data) as { checkId?: string };
    events.append({ exerciseId, type: 'check_ended', data: { ...nothing, ...(checkId !== undefined && { checkId }) } });
  }
}
