import { createContext, useContext } from 'react';

/** Leads the reader to a place on this page, wherever it is shown. */
export interface Guide {
  /** A line of the tutorial, from 1. */
  showLine(line: number): void;
  /** A gap, by its id. */
  showGap(id: number): void;
}

export const GuideContext = createContext<Guide>({ showLine() {}, showGap() {} });

export function useGuide(): Guide {
  return useContext(GuideContext);
}
