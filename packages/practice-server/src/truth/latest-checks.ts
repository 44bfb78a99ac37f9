import { type Criterion, decodeJson, type ExerciseId } from '@agent-factory/protocol';
import { EVENT_DATA, type EventData, type NewEvent } from '@agent-factory/protocol/events';
import type { EventLog } from '../events/event-log.js';
import type { Store } from '../store/open.js';

/** Latest rows of an exercise's checks that are read: of ten checks with a hundred criteria, and of most far more. */
const MAX_ROWS = 1000;
const TYPES = ['check_began', 'criterion_judged', 'check_ended'] as const;

/** One check that could judge the work: its criteria by their titles. */
interface Check {
  readonly endedAt: string;
  readonly criteria: ReadonlyMap<string, Criterion>;
}

interface Failure {
  readonly message: string | undefined;
  /** Checks in a row; one that did not get to the criterion does not count. */
  readonly failedInRow: number;
}

/** What the latest official checks have said, as the event log has it. */
export class LatestChecks {
  readonly #store: Store;
  readonly #events: Pick<EventLog, 'settled'>;
  /** The newest first. They are read again after each check. */
  readonly #known = new Map<ExerciseId, Promise<readonly Check[]>>();

  constructor({ store, events }: { readonly store: Store; readonly events: Pick<EventLog, 'settled'> }) {
    this.#store = store;
    this.#events = events;
  }

  handleEvent({ type, exerciseId }: NewEvent): void {
    if (type === 'check_ended' && exerciseId !== undefined) this.#known.delete(exerciseId);
  }

  /** `since`: when the work was first checked, ISO 8601; what an earlier student did, or was forgotten, is left out. */
  async failureOf(
    { exerciseId, since = '' }: { readonly exerciseId: ExerciseId; readonly since: string | undefined },
    title: string,
  ): Promise<Failure> {
    const checks = (await this.#of(exerciseId)).filter(({ endedAt }) => endedAt >= since);
    let failedInRow = 0;
    for (const { criteria } of checks) {
      const status = criteria.get(title)?.status;
      if (status === 'passed') break;
      if (status === 'failed') failedInRow += 1;
    }
    return { message: checks[0]?.criteria.get(title)?.message, failedInRow };
  }

  #of(exerciseId: ExerciseId): Promise<readonly Check[]> {
    const known = this.#known.get(exerciseId);
    if (known !== undefined) return known;
    const reading = this.#read(exerciseId);
    this.#known.set(exerciseId, reading);
    reading.catch(() => this.#known.delete(exerciseId));
    return reading;
  }

  async #read(exerciseId: ExerciseId): Promise<readonly Check[]> {
    await this.#events.settled();
    const rows = await this.#store
      .selectFrom('events')
      .select(['type', 'at', 'data'])
      .where('exercise_id', '=', exerciseId)
      .where('type', 'in', TYPES)
      .orderBy('id', 'desc')
      .limit(MAX_ROWS)
      .execute();
    return checksIn(rows.reverse()).reverse();
  }
}

function checksIn(rows: readonly { readonly type: string; readonly at: string; readonly data: string }[]): Check[] {
  const checks: Check[] = [];
  let criteria = new Map<string, Criterion>();
  for (const { type, at, data } of rows) {
    if (type === 'check_began') criteria = new Map();
    if (type === 'criterion_judged') {
      const judged = factsOf('criterion_judged', data)?.criterion;
      if (judged !== undefined) criteria.set(judged.name, judged);
    }
    if (type === 'check_ended' && isJudged(factsOf('check_ended', data))) checks.push({ endedAt: at, criteria });
  }
  return checks;
}

function factsOf<Type extends (typeof TYPES)[number]>(type: Type, data: string): EventData<Type> | undefined {
  const decoded = decodeJson(EVENT_DATA[type], data);
  return decoded.ok ? (decoded.value as EventData<Type>) : undefined;
}

function isJudged(ended: EventData<'check_ended'> | undefined): boolean {
  return ended?.status === 'passed' || ended?.status === 'failed';
}
