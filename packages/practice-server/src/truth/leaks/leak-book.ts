import type { CoachTables } from '@agent-factory/coach/tables';
import type { ExerciseId } from '@agent-factory/protocol';
import type { EventData } from '@agent-factory/protocol/events';
import { sql } from 'kysely';
import type { SessionAccess } from '../../sessions/session-access.js';
import type { Store } from '../../store/open.js';

type Facts = EventData<'tutor_leak'>;

/** Of a saying, or of a text that was refused. */
export interface Told extends Facts {
  readonly exerciseId: ExerciseId;
  /** Who has told it: the CLI, or a model of the coach. */
  readonly agent: string;
}

/** Of one exercise or, without one, of all. */
export async function forgetLeaks(store: Store, exerciseId?: ExerciseId): Promise<void> {
  const rows = store.withTables<CoachTables>().deleteFrom('coach_tutor_leaks');
  await (exerciseId === undefined ? rows : rows.where('exercise_id', '=', exerciseId)).execute();
}

/** Counts how often solutions were told, and by whom. What was said is kept nowhere. */
export class LeakBook {
  readonly #host: Pick<SessionAccess, 'store' | 'events'>;

  constructor(host: Pick<SessionAccess, 'store' | 'events'>) {
    this.#host = host;
  }

  /** A saying has told so many lines for the first time. */
  async flag({ exerciseId, agent, ...facts }: Told, news: number): Promise<void> {
    this.#host.events.append({ exerciseId, type: 'tutor_leak', data: facts });
    await this.#count({ exerciseId, agent }, { leaks: 1, lines: news });
  }

  /** A saying that was flagged goes on. */
  addLines(told: Pick<Told, 'exerciseId' | 'agent'>, news: number): Promise<void> {
    return this.#count(told, { leaks: 0, lines: news });
  }

  async #count(
    { exerciseId, agent }: Pick<Told, 'exerciseId' | 'agent'>,
    { leaks, lines }: { readonly leaks: number; readonly lines: number },
  ): Promise<void> {
    const last_at = new Date().toISOString();
    await this.#host.store
      .withTables<CoachTables>()
      .insertInto('coach_tutor_leaks')
      .values({ id: `${exerciseId} ${agent}`, exercise_id: exerciseId, agent, leaks, lines, last_at })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          leaks: sql`coach_tutor_leaks.leaks + ${leaks}`,
          lines: sql`coach_tutor_leaks.lines + ${lines}`,
          last_at,
        }),
      )
      .execute();
  }
}
