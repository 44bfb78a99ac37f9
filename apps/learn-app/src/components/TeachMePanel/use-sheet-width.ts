import { useCallback, useEffect, useState } from 'react';
import { readStored, writeStored } from '../../lib/page/stored-value';
import { MIN_CHAT, MIN_LESSON, MIN_TERMINAL, type SheetContent, TERMINAL } from './column-widths';

/** Something whose width the student can change. */
export interface ColumnWidth {
  /** CSS pixels, always within min and max. */
  value: number;
  min: number;
  max: number;
  /** The width without a choice of the student's. */
  usual: number;
  set(width: number): void;
}

interface Kind {
  key: string;
  /** Narrowest panel in CSS pixels. */
  min: number;
  /** A width without a choice of the student's: a share of the window, from and up to so many CSS pixels. */
  usualShare: number;
  usualMin: number;
  usualMax: number;
}

const KINDS: Readonly<Record<SheetContent, Kind>> = {
  /** Usually a terminal of 80 columns, or half the window. */
  one_tab: { key: 'study-panel-width', min: MIN_TERMINAL, usualShare: 0.46, usualMin: 0, usualMax: 760 },
  /** Usually at least a terminal of 80 columns, with a chat beside it. */
  two_tabs: {
    key: 'study-panel-width-of-two',
    min: MIN_CHAT + MIN_TERMINAL,
    usualShare: 0.68,
    usualMin: MIN_CHAT + TERMINAL,
    usualMax: 1320,
  },
};

function windowWidth(): number {
  return typeof window === 'undefined' ? KINDS.one_tab.min + MIN_LESSON.one_tab : document.documentElement.clientWidth;
}

function usualWidth(available: number, { usualShare, usualMin, usualMax }: Kind): number {
  return Math.min(Math.max(available * usualShare, usualMin), usualMax);
}

/** The width that the student chose, remembered in this browser. */
export function storedWidth(key: string): number | undefined {
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
export function useSheetWidth(content: SheetContent): ColumnWidth {
  const kind = KINDS[content];
  const available = useWindowWidth();
  const [chosen, setChosen] = useState<Partial<Record<SheetContent, number>>>({});
  const max = Math.max(kind.min, available - MIN_LESSON[content]);
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
  const value = fit(chosen[content] ?? storedWidth(kind.key) ?? usual);
  return { value, min: kind.min, max, usual, set };
}
