import { useCallback, useState } from 'react';
import { writeStored } from '../../lib/page/stored-value';
import { MIN_CHAT, MIN_TERMINAL, TERMINAL } from './column-widths';
import { type ColumnWidth, storedWidth } from './use-sheet-width';

const KEY = 'study-panel-width-of-terminal';

/** The terminal's width beside a chat, in a panel of this many CSS pixels: 80 columns, or half of a wide panel. */
export function useTerminalWidth(panel: number): ColumnWidth {
  const [chosen, setChosen] = useState<number>();
  const max = Math.max(MIN_TERMINAL, panel - MIN_CHAT);
  const fit = useCallback((width: number) => Math.round(Math.min(Math.max(width, MIN_TERMINAL), max)), [max]);
  const set = useCallback(
    (width: number) => {
      const fitted = fit(width);
      setChosen(fitted);
      writeStored(KEY, String(fitted));
    },
    [fit],
  );
  const usual = fit(Math.max(TERMINAL, panel / 2));
  return { value: fit(chosen ?? storedWidth(KEY) ?? usual), min: MIN_TERMINAL, max, usual, set };
}
