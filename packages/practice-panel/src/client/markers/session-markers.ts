import type { ServerFrame } from '@agent-factory/protocol';
import { type BadgeState, type Marker, parseMarker } from '@agent-factory/protocol/stages';
import { Emitter } from '../store/emitter.js';
import type { Unsubscribe } from '../store/store.js';
import type { MarkerLook } from './marker-look.js';
import { MarkerStates } from './marker-states.js';
import { TypedText } from './typed-text.js';

/** The agent that is none. */
const SHELL = 'shell';

/**
 * Which markers in a session's terminal are the tutor's: those that the practice server has said something about, and
 * while an agent is there all that the student has not typed or pasted in this page.
 */
export class SessionMarkers implements MarkerLook {
  readonly states: MarkerStates;
  readonly #typed = new TypedText();
  readonly #changes = new Emitter<undefined>();
  #hasAgent = true;

  constructor(states = new MarkerStates()) {
    this.states = states;
  }

  /** The session is one with this agent, which runs. */
  setAgent(agent: string): void {
    this.#setHasAgent(agent !== SHELL);
  }

  stateOf(marker: Marker): BadgeState {
    return this.states.stateOf(marker) ?? 'pending';
  }

  isDrawn(text: string): boolean {
    if (this.#hasAgent && !this.#typed.has(text)) return true;
    const marker = parseMarker(text);
    return marker !== undefined && this.states.stateOf(marker) !== undefined;
  }

  onChange(listener: () => void): Unsubscribe {
    const stops = [this.#changes.on(listener), this.states.changes.on(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  handleTyped(bytes: Uint8Array): void {
    this.#typed.add(bytes);
  }

  handleFrame(frame: ServerFrame): void {
    if (frame.type === 'agent_exited') this.#setHasAgent(false);
    const marker = confirmedBy(frame);
    if (marker !== undefined) this.states.setState(marker, 'complete');
  }

  #setHasAgent(hasAgent: boolean): void {
    if (hasAgent === this.#hasAgent) return;
    this.#hasAgent = hasAgent;
    this.#changes.emit(undefined);
  }
}

function confirmedBy(frame: ServerFrame): Marker | undefined {
  switch (frame.type) {
    case 'stage_complete':
      return { kind: 'stage_complete', stageNumber: frame.stageNumber };
    case 'course_complete':
      return { kind: 'course_complete' };
    case 'stage_unlocked':
      return { kind: 'stage_unlocked', stageNumber: frame.stageNumber, txHash: frame.txHash };
    default:
      return undefined;
  }
}
