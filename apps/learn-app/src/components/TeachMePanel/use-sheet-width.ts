import { useCallback, useEffect, useState } from 'react';
import { readStored, writeStored } from '../../lib/page/stored-value';

/** What is left to the lesson at least, in CSS pixels: a phone's width of text. */
const MIN_LESSON = 400;
/** A width without a choice of the student's: a share of the window, up to so many CSS pixels. */
interface Kind {
  key: string;
  /** Narrowest panel in CSS pixels. */
  min: number;
  usualShare: number;
  usualMax: number;
}

const KINDS: Readonly<Record<SheetContent, Kind>> = {
  /** At least a terminal of about 40 columns and the toolbar in one row; usually one of 80 columns, or half the window. */
  one_tab: { key: 'study-panel-width', min: 340, usualShare: 0.46, usualMax: 760 },
  /** The same twice. */
  two_tabs: { key: 'study-panel-width-of-two', min: 680, usualShare: 0.68, usualMax: 1320 },
};

export type SheetContent = 'one_tab' | 'two_tabs';

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
  return typeof window === 'undefined' ? KINDS.one_tab.min + MIN_LESSON : document.documentElement.clientWidth;
}

function usualWidth(available: number, { usualShare, usualMax }: Kind): number {
  return Math.min(available * usualShare, usualMax);
}

function storedWidth({ key }: Kind): number | undefined {
  const width = Number(readStored(key));
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
export function useSheetWidth(content: SheetContent): SheetWidth {
  const kind = KINDS[content];
  const available = useWindowWidth();
  const [chosen, setChosen] = useState<Partial<Record<SheetContent, number>>>({});
  const max = Math.max(kind.min, available - MIN_LESSON);
  const fit = useCallback((width: number) => Math.round(Math.min(Math.max(width, kind.min), max)), [kind, max]);
  const set = useCallback(
    (width: number) => {
      const fitted = fit(width);
      setChosen((before) => ({ ...before, [content]: fitted }));
      writeStored(kind.key, String(fitted));
    },
    [fit, kind, content],
  );
  const usual = fit(usualWidth(available, kind));
  const value = fit(chosen[content] ?? storedWidth(kind) ?? usual);
  return { value, min: kind.min, max, usual, set };
}
