import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { PANE_NAMES } from './pane-names.js';
import type { SeparatorPlace } from './place-panes.js';

interface SeparatorProps {
  readonly place: SeparatorPlace;
  readonly onMove: (id: string, share: number | undefined) => void;
}

/** How far an arrow key moves it in CSS pixels; with Shift, the larger one. */
const STEP = 16;
const LARGE_STEP = 80;

/** Without a comma before the last one. */
const list = new Intl.ListFormat('en-GB');

/** A line between two parts of the page: it is dragged, or moved by the arrow keys. A double click puts it back. */
export function Separator({ place, onMove }: SeparatorProps) {
  const { id, direction, box } = place;
  const drag = useDrag(place, onMove);
  const handleKey = (event: KeyboardEvent) => {
    const share = shareAfter(event, place);
    if (share === undefined) return;
    event.preventDefault();
    onMove(id, share);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule of HTML cannot be moved
    <div
      role="separator"
      tabIndex={0}
      className="practice-root wb-part wb-separator"
      data-direction={direction}
      style={box}
      aria-orientation={direction === 'row' ? 'vertical' : 'horizontal'}
      aria-label={`Size of ${list.format(place.before.map((pane) => PANE_NAMES[pane].toLowerCase()))}`}
      aria-valuenow={percent(place.share)}
      aria-valuemin={percent(place.least)}
      aria-valuemax={percent(place.most)}
      aria-valuetext={`${percent(place.share)} percent`}
      title="Drag, or use the arrow keys. A double click or Enter puts it back."
      onKeyDown={handleKey}
      onDoubleClick={() => onMove(id, undefined)}
      {...drag}
    />
  );
}

function percent(share: number): number {
  return Math.round(share * 100);
}

/** Where a key moves it; undefined if the key is none of its own. */
function shareAfter({ key, shiftKey }: KeyboardEvent, place: SeparatorPlace): number | undefined {
  const step = (shiftKey ? LARGE_STEP : STEP) / place.length;
  const [back, forth] = place.direction === 'row' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  switch (key) {
    case back:
      return Math.max(place.least, place.share - step);
    case forth:
      return Math.min(place.most, place.share + step);
    case 'Home':
      return place.least;
    case 'End':
      return place.most;
    case 'Enter':
      return place.usual;
    default:
      return undefined;
  }
}

function useDrag(place: SeparatorPlace, onMove: SeparatorProps['onMove']) {
  const start = useRef<{ at: number; share: number }>(undefined);
  const at = (event: PointerEvent) => (place.direction === 'row' ? event.clientX : event.clientY);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      start.current = { at: at(event), share: place.share };
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current === undefined) return;
      const share = start.current.share + (at(event) - start.current.at) / place.length;
      onMove(place.id, Math.min(Math.max(share, place.least), place.most));
    },
    onPointerUp: () => {
      start.current = undefined;
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
  };
}
