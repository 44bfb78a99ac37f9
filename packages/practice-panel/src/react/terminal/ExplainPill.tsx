import type { CSSProperties } from 'react';
import type { SelectedOnScreen, SelectedText } from '../../terminal/selection/selected-text.js';
import { ExplainButton } from '../explain/ExplainButton.js';
import { useSnapshot } from '../parts/use-snapshot.js';

/** Between the pointer and the button, and how much room the button takes with it, in CSS pixels. */
const GAP = 12;
const ROOM = 48;

interface ExplainPillProps {
  readonly selected: SelectedText;
  readonly onExplain: (selected: SelectedOnScreen) => void;
}

/** Below the place where the pointer has ended a selection; above it where there is no room. */
export function ExplainPill({ selected, onExplain }: ExplainPillProps) {
  const place = useSnapshot(selected);
  if (place === undefined) return null;
  const { x, y, height } = place;
  const top = y + ROOM > height ? y - ROOM : y + GAP;
  const explain = () => {
    onExplain(selected.read());
    selected.forget();
  };
  return (
    <ExplainButton style={{ '--x': `${x}px`, top: `${Math.max(GAP, top)}px` } as CSSProperties} onExplain={explain} />
  );
}
