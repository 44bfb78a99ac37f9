import type { BadgeState, Marker } from '@agent-factory/protocol/stages';
import type { Unsubscribe } from '../store/store.js';

/** Which markers of a terminal are drawn as badges, and how. */
export interface MarkerLook {
  stateOf(marker: Marker): BadgeState;
  /** Whether this marker is the tutor's. Of a beginning of one: whether it is held back until the rest is there. */
  isDrawn(text: string): boolean;
  /** Calls back when either may have changed. */
  onChange(listener: () => void): Unsubscribe;
}

/** Of a recording: what is a marker in it was said by a tutor, and nobody knows what came of it. */
export const RECORDED_MARKERS: MarkerLook = {
  stateOf: () => 'claimed',
  isDrawn: () => true,
  onChange: () => () => {},
};
