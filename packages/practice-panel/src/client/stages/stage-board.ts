import type { Stage } from '@agent-factory/protocol';
import type { EventType, PracticeEvent } from '@agent-factory/protocol/events';
import { STAGE_ROUTES, type StageProgress, type StagesResponse } from '@agent-factory/protocol/stages';
import { eventsOf } from '../events/events-of.js';
import { markerStatesOf } from '../markers/marker-states-of.js';
import { tellStages } from '../markers/tell-stages.js';
import { LIST_TIMEOUT_MS } from '../server/rest.js';
import type { PracticeServer } from '../server/server.js';
import { inTurn } from '../store/in-turn.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { latestRefusal, type Refusal } from './refusal.js';
import { stageNews } from './stage-news.js';

/** What the panel knows of an exercise's stages. */
export interface StagesState {
  /** Until the daemon has told, as the exercise lists them. Empty: it has none. */
  readonly stages: readonly StageProgress[];
  /** Undefined until the daemon has told. */
  readonly told: StagesResponse | undefined;
  /** What has changed last, to be announced; `id` tells two announcements with the same words apart. */
  readonly news: { readonly id: number; readonly text: string };
  /** When the refusal was made that the student has put away. */
  readonly dismissed: string | undefined;
}

export type StagesAction =
  | { readonly type: 'listed'; readonly stages: readonly Stage[] }
  | { readonly type: 'told'; readonly told: StagesResponse }
  | { readonly type: 'unknown' }
  | { readonly type: 'dismissed' };

export const INITIAL_STAGES: StagesState = {
  stages: [],
  told: undefined,
  news: { id: 0, text: '' },
  dismissed: undefined,
};

export function reduceStages(state: StagesState, action: StagesAction): StagesState {
  switch (action.type) {
    case 'listed':
      return state.told === undefined ? { ...state, stages: action.stages.map(openStage) } : state;
    case 'told':
      return { ...state, stages: action.told.stages, told: action.told, news: newsOf(state, action.told) };
    case 'unknown':
      return state.told === undefined ? { ...state, stages: [] } : state;
    case 'dismissed':
      return { ...state, dismissed: state.told && latestRefusal(state.told)?.at };
  }
}

/** The claim that the panel says was refused; undefined if there is none, or the student has put it away. */
export function shownRefusal({ told, dismissed }: StagesState): Refusal | undefined {
  const refusal = told && latestRefusal(told);
  return refusal?.at === dismissed ? undefined : refusal;
}

function newsOf({ news, told: before }: StagesState, told: StagesResponse): StagesState['news'] {
  const text = before === undefined ? '' : stageNews(before, told);
  return text === '' ? news : { id: news.id + 1, text };
}

function openStage({ title }: Stage, index: number): StageProgress {
  return { number: index + 1, title, status: 'open', criteria: [] };
}

/** What may have changed a stage. A new session may have a new workspace. */
const CHANGES: ReadonlySet<EventType> = new Set<EventType>([
  'stage_completed',
  'stage_refused',
  'stage_claimed',
  'stage_unlocked',
  'course_completed',
  'course_refused',
  'check_ended',
  'progress_changed',
  'session_started',
]);

/** Where the student is in the stages of one exercise, as the daemon knows it. */
export class StageBoard {
  readonly #exerciseId: string;
  readonly #server: PracticeServer;
  readonly #store = createStore(reduceStages, INITIAL_STAGES);
  readonly #load = inTurn(() => this.#read());

  constructor(exerciseId: string, server: PracticeServer) {
    this.#exerciseId = exerciseId;
    this.#server = server;
  }

  getSnapshot = (): StagesState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Keeps up with the exercise, whose stages are these, until the returned function is called. */
  follow(stages: readonly Stage[]): Unsubscribe {
    this.#store.dispatch({ type: 'listed', stages });
    const events = eventsOf(this.#server);
    events.first.behind(() => void this.#load());
    return events.follow({
      onBegin: () => void this.#load(),
      onEvent: (event) => {
        if (this.#isAbout(event)) void this.#load();
      },
    });
  }

  /** The student has read why a claim was refused. */
  dismissRefusal(): void {
    this.#store.dispatch({ type: 'dismissed' });
  }

  #isAbout({ type, exerciseId }: PracticeEvent): boolean {
    return CHANGES.has(type) && (exerciseId === undefined || exerciseId === this.#exerciseId);
  }

  async #read(): Promise<void> {
    const route = { ...STAGE_ROUTES.stages, path: STAGE_ROUTES.stages.path.replace(':id', this.#exerciseId) };
    const outcome = await this.#server.ask((rest) => rest.call({ route, timeoutMs: LIST_TIMEOUT_MS }));
    if (outcome.ok) {
      this.#store.dispatch({ type: 'told', told: outcome.value });
      tellStages(markerStatesOf(this.#server, this.#exerciseId), outcome.value);
    }
    // An older practice server knows no stages; one that is away will tell when it is back.
    else if (outcome.error.error === 'not_found') this.#store.dispatch({ type: 'unknown' });
  }
}
