import { useCallback, useEffect, useState } from 'react';
import { readStored, writeStored } from '../../lib/page/stored-value';

const KEY = 'study-panel-width';
/** Narrowest panel in CSS pixels: a terminal of about 40 columns and the toolbar in one row. */
const MIN_WIDTH = 340;
/** What is left to the lesson at least, in CSS pixels: a phone's width of text. */
const MIN_LESSON = 400;
/** A first width: enough for an 80-column terminal on a laptop, and less than half of the window. */
const USUAL_SHARE = 0.46;
const USUAL_MAX = 760;

export interface SheetWidth {
  /** CSS pixels, always within min and max. */
  value: number;
  min: number;
  max: number;
  /** The width without a choice of the student's. */
  usual: number;
  set(width: number): void;
}

function windowWidth(): number {
  return typeof window === 'undefined' ? MIN_WIDTH + MIN_LESSON : document.documentElement.clientWidth;
}

function usualWidth(available: number): number {
  return Math.min(available * USUAL_SHARE, USUAL_MAX);
}

function storedWidth(): number | undefined {
  const width = Number(readStored(KEY));
  return width > 0 ? width : undefined;
}

function useWindowWidth(): number {
  const [width, setWidth] = useState(windowWidth);
  useEffect(() => {
    const handleResize = () => setWidth(windowWidth());
    window.addEventListener('resize', handleResize);
    return () => window.removeEventListener('resize', handleResize);
  }, []);
  return width;
}

/** The panel's width: what the student chose, remembered in this browser, fitted to the window of now. */
export function useSheetWidth(): SheetWidth {
  const available = useWindowWidth();
  const [chosen, setChosen] = useState(storedWidth);
  const max = Math.max(MIN_WIDTH, available - MIN_LESSON);
  const fit = useCallback((width: number) => Math.round(Math.min(Math.max(width, MIN_WIDTH), max)), [max]);
  const set = useCallback(
    (width: number) => {
      const fitted = fit(width);
      setChosen(fitted);
      writeStored(KEY, String(fitted));
    },
    [fit],
  );
  const usual = fit(usualWidth(available));
  return { value: fit(chosen ?? usual), min: MIN_WIDTH, max, usual, set };
}
