import type { FilePlace } from '@agent-factory/protocol';
import { createContext, useContext } from 'react';

/** Shows a place in the work, such as `agent.py:12`, where there is something to show it in. */
export type ShowPlace = (place: FilePlace) => void;

const ShowPlaceContext = createContext<ShowPlace | undefined>(undefined);

export const ShowPlaceProvider = ShowPlaceContext.Provider;

/** Undefined where nothing can show a place: it is a text then. */
export function useShowPlace(): ShowPlace | undefined {
  return useContext(ShowPlaceContext);
}
