import { decode, type ServerFrame } from '@agent-factory/protocol';
import {
  RECORDING_ROUTES,
  RECORDINGS,
  type RecordingEnd,
  type RecordingState,
  recordingStateSchema,
} from '@agent-factory/protocol/recordings';
import type { PracticeServer } from '../server/server.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import type { TerminalConnection } from '../terminal/terminal-connection.js';

/** What this page knows of the recording of its session. */
export interface RecordingView {
  /** Set while it goes on. */
  readonly on: { readonly withInput: boolean } | undefined;
  /** How the last one ended, or why there is none, until the student has seen it. */
  readonly news: { readonly endedBy: RecordingEnd } | { readonly problem: string } | undefined;
}

type RecordingAction =
  | { readonly type: 'told'; readonly state: RecordingState }
  | { readonly type: 'failed'; readonly problem: string }
  | { readonly type: 'seen' }
  | { readonly type: 'unknown' };

const NOTHING: RecordingView = { on: undefined, news: undefined };

function reduceRecording(view: RecordingView, action: RecordingAction): RecordingView {
  switch (action.type) {
    case 'told':
      return told(action.state);
    case 'failed':
      return { ...view, news: { problem: action.problem } };
    case 'seen':
      return view.news === undefined ? view : { ...view, news: undefined };
    case 'unknown':
      return view.on === undefined ? view : { ...view, on: undefined };
  }
}

function told(state: RecordingState): RecordingView {
  if (state.recording) return { on: { withInput: state.withInput }, news: undefined };
  return { on: undefined, news: { endedBy: state.endedBy } };
}

/** The recording of one exercise's session: whether it goes on, as every page of the session is told, and its switch. */
export class RecordingControl {
  readonly #exerciseId: string;
  readonly #server: PracticeServer;
  readonly #store = createStore(reduceRecording, NOTHING);

  constructor(exerciseId: string, server: PracticeServer) {
    this.#exerciseId = exerciseId;
    this.#server = server;
  }

  getSnapshot = (): RecordingView => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Hears what the page of this terminal is told. Whoever connects is told before the terminal is attached. */
  follow(terminal: TerminalConnection): Unsubscribe {
    const stopFrames = terminal.frames.on((frame) => this.#handleFrame(frame));
    let { status } = terminal.getSnapshot();
    const stopStates = terminal.subscribe(() => {
      const before = status;
      status = terminal.getSnapshot().status;
      if (status !== before && status !== 'attached') this.#store.dispatch({ type: 'unknown' });
    });
    return () => {
      stopFrames();
      stopStates();
      this.#store.dispatch({ type: 'unknown' });
    };
  }

  /** `input`: whether what is typed is recorded, too. */
  async start(input: boolean): Promise<void> {
    const body = { exerciseId: this.#exerciseId, input };
    const outcome = await this.#server.ask((rest) => rest.call({ route: RECORDING_ROUTES.start, body }));
    if (!outcome.ok) this.#store.dispatch({ type: 'failed', problem: outcome.error.message });
  }

  async stop(): Promise<void> {
    const body = { exerciseId: this.#exerciseId };
    const outcome = await this.#server.ask((rest) => rest.call({ route: RECORDING_ROUTES.stop, body }));
    if (!outcome.ok) this.#store.dispatch({ type: 'failed', problem: outcome.error.message });
  }

  /** The student has seen how the last one ended. */
  dismiss(): void {
    this.#store.dispatch({ type: 'seen' });
  }

  #handleFrame(frame: ServerFrame): void {
    if (frame.type !== 'capability' || frame.name !== RECORDINGS) return;
    const state = decode(recordingStateSchema, frame.state);
    if (state.ok) this.#store.dispatch({ type: 'told', state: state.value });
  }
}
