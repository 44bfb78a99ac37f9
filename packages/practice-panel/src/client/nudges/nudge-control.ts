import type { PracticeEvent } from '@agent-factory/protocol/events';
import { NUDGE_ROUTES, type NudgeState } from '@agent-factory/protocol/nudges';
import type { LiveEvents } from '../events/live-events.js';
import type { RestOutcome } from '../server/outcome.js';
import type { PracticeServer } from '../server/server.js';
import { Emitter } from '../store/emitter.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { NO_NUDGE, type NudgeView, reduceNudge } from './nudge-view.js';

/** For which exercises the student wants no nudges. */
export type Muted = NudgeState['muted'];

/** The nudges of one exercise: what is offered, the student's answer, and whether they want any. */
export class NudgeControl {
  /** What the practice server has said to the tutor by itself. */
  readonly sentByItself = new Emitter<string>();
  readonly #exerciseId: string;
  readonly #server: PracticeServer;
  readonly #store = createStore(reduceNudge, NO_NUDGE);
  /** Counts what has happened: an answer that was given before it is out of date. */
  #happened = 0;

  constructor(exerciseId: string, server: PracticeServer) {
    this.#exerciseId = exerciseId;
    this.#server = server;
  }

  getSnapshot = (): NudgeView => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Reads how nudges stand, and follows what happens to them. */
  follow(events: Pick<LiveEvents, 'follow'>): Unsubscribe {
    const stop = events.follow({
      onBegin: () => void this.#read(),
      onEvent: (event) => this.#handleEvent(event),
    });
    return () => {
      stop();
      this.#store.dispatch({ type: 'set_aside' });
    };
  }

  /** The student does something else instead. The practice server notices that by itself. */
  setAside(): void {
    this.#store.dispatch({ type: 'set_aside' });
  }

  /** The student wants none of the prompts, or has read why theirs did not arrive. */
  async close(): Promise<void> {
    if (this.getSnapshot().problem?.isFinal) this.setAside();
    else await this.answer();
  }

  /** Sends one of the prompts to the tutor or, without one, none of them. */
  async answer(send?: string): Promise<void> {
    const { offered, sending } = this.getSnapshot();
    if (offered === undefined || sending !== undefined) return;
    this.#store.dispatch({ type: 'answering', send });
    const body = { exerciseId: this.#exerciseId, nudgeId: offered.nudgeId, ...(send !== undefined && { send }) };
    const outcome = await this.#server.ask((rest) => rest.call({ route: NUDGE_ROUTES.answer, body }));
    this.#store.dispatch(outcome.ok ? { type: 'answered' } : { type: 'failed', error: outcome.error });
  }

  /** Has no nudges from now on, or has them again. */
  async mute(wanted: Muted): Promise<void> {
    const exerciseId = this.#exerciseId;
    const calls: readonly object[] =
      wanted === 'all' ? [{ muted: true }] : [{ muted: false }, { exerciseId, muted: wanted === 'exercise' }];
    for (const body of calls) {
      const outcome = await this.#server.ask((rest) => rest.call({ route: NUDGE_ROUTES.mute, body }));
      if (!outcome.ok) return this.#store.dispatch({ type: 'failed', error: outcome.error });
    }
    await this.#read();
  }

  #handleEvent(event: PracticeEvent): void {
    const isMine = event.exerciseId === this.#exerciseId || event.type === 'nudge_muted';
    if (!isMine || event.conversationId !== undefined) return;
    this.#happened += 1;
    this.#store.dispatch({ type: 'happened', event });
    if (event.type === 'nudge_muted') void this.#read();
    if (event.type === 'nudge_sent' && event.data.by === 'auto') this.sentByItself.emit(event.data.prompt);
  }

  async #read(): Promise<void> {
    const before = this.#happened;
    const outcome = await this.#ask();
    if (!outcome.ok) return;
    if (before === this.#happened) this.#store.dispatch({ type: 'read', state: outcome.value });
    else await this.#read();
  }

  #ask(): Promise<RestOutcome<NudgeState>> {
    const path = NUDGE_ROUTES.state.path.replace(':id', this.#exerciseId);
    return this.#server.ask((rest) => rest.call({ route: { ...NUDGE_ROUTES.state, path } }));
  }
}
