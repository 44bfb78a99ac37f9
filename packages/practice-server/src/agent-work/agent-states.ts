import type { AgentId, ExerciseId } from '@agent-factory/protocol';
import type { AgentState, AgentStateSource, AgentWork } from '@agent-factory/protocol/events';
import type { EventLog } from '../events/event-log.js';

/**
 * How long a state has to hold before it counts, in milliseconds. What comes of one piece of a log, such as the end of a
 * turn and the begin of the next, is one change; nobody sees the difference.
 */
const SETTLE_MS = 50;

/** What is heard of an agent. */
export interface WorkNews {
  readonly state: AgentState;
  readonly source: AgentStateSource;
}

export interface AgentStatesOptions {
  readonly events: EventLog;
  /** Called with each state that counts, so that it is known again after a restart. */
  readonly onChange: (exerciseId: ExerciseId, work: AgentWork) => void;
}

interface Known {
  readonly agent: AgentId;
  /** The state that counts: it was told. */
  work: AgentWork | undefined;
  next: WorkNews | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** What the agents in the terminals of exercises do. A plain shell does nothing of that. */
export class AgentStates {
  readonly #options: AgentStatesOptions;
  readonly #known = new Map<ExerciseId, Known>();

  constructor(options: AgentStatesOptions) {
    this.#options = options;
  }

  /** Undefined without an agent in the terminal, and where nothing is known of it yet. */
  of(exerciseId: ExerciseId): AgentWork | undefined {
    return this.#known.get(exerciseId)?.work;
  }

  /** An agent is there, of which `work` was known before. */
  begin(exerciseId: ExerciseId, agent: AgentId, work?: AgentWork): void {
    this.forget(exerciseId);
    this.#known.set(exerciseId, { agent, work, next: undefined, timer: undefined });
  }

  /** What is the latest counts, whoever says it. */
  note(exerciseId: ExerciseId, news: WorkNews): void {
    const known = this.#known.get(exerciseId);
    if (known === undefined) return;
    known.next = news;
    known.timer ??= setTimeout(() => this.#settle(exerciseId, known), SETTLE_MS);
  }

  /** The latest that was heard, which may not count yet. */
  latest(exerciseId: ExerciseId): AgentState | undefined {
    const known = this.#known.get(exerciseId);
    return known?.next?.state ?? known?.work?.state;
  }

  /** Whatever was heard counts now. */
  settle(exerciseId: ExerciseId): void {
    const known = this.#known.get(exerciseId);
    if (known !== undefined) this.#settle(exerciseId, known);
  }

  forget(exerciseId: ExerciseId): void {
    clearTimeout(this.#known.get(exerciseId)?.timer);
    this.#known.delete(exerciseId);
  }

  close(): void {
    for (const exerciseId of [...this.#known.keys()]) this.forget(exerciseId);
  }

  #settle(exerciseId: ExerciseId, known: Known): void {
    clearTimeout(known.timer);
    known.timer = undefined;
    const { agent, next, work } = known;
    known.next = undefined;
    if (next === undefined || next.state === work?.state) return;
    known.work = { agent, ...next };
    this.#options.onChange(exerciseId, known.work);
    this.#options.events.append({ exerciseId, type: 'agent_state', data: known.work });
  }
}
