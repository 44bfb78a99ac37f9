import type { BadgeState, Marker } from '@agent-factory/protocol/stages';
import { createContext, useContext } from 'react';
import { MarkerStates } from '../../../client/markers/marker-states.js';
import { useSnapshot } from '../../parts/use-snapshot.js';

/** How the claims in a conversation stand. Those of a conversation about no exercise are never judged. */
export const MarkerContext = createContext(new MarkerStates());

/** Follows how claims stand. */
export function useMarkerStates(): (marker: Marker) => BadgeState {
  const states = useContext(MarkerContext);
  useSnapshot(states);
  return (marker) => states.stateOf(marker) ?? 'claimed';
}
