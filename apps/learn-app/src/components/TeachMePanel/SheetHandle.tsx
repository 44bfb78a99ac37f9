import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import styles from './styles.module.css';
import type { ColumnWidth } from './use-sheet-width';

/** One press of an arrow key, in CSS pixels: about three columns of the terminal; with Shift, four times that. */
const KEY_STEP = 24;
const KEY_LEAP = 96;

/** The width a key asks for, or undefined for keys that are not ours. */
function widthAfter({ key, shiftKey }: KeyboardEvent, { value, min, max, usual }: ColumnWidth): number | undefined {
  const step = shiftKey ? KEY_LEAP : KEY_STEP;
  switch (key) {
    case 'ArrowLeft':
      return value + step;
    case 'ArrowRight':
      return value - step;
    case 'Home':
      return min;
    case 'End':
      return max;
    case 'Enter':
      return usual;
  }
  return undefined;
}

export interface SheetHandleProps {
  width: ColumnWidth;
  label: string;
  /** Id of what reaches from this edge to that of the window. */
  controls: string;
}

/** The inner edge of a column at the right: drag it, or focus it and use the arrow keys, Home, End and Enter (usual width). */
export function SheetHandle({ width, label, controls }: SheetHandleProps) {
  const [dragging, setDragging] = useState(false);

  function handlePointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragging(true);
  }

  function handlePointerMove(event: PointerEvent) {
    if (dragging) width.set(document.documentElement.clientWidth - event.clientX);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const target = widthAfter(event, width);
    if (target === undefined) return;
    event.preventDefault();
    width.set(target);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is a slider of the layout; <hr> takes no keys
    <div
      aria-controls={controls}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemax={width.max}
      aria-valuemin={width.min}
      aria-valuenow={width.value}
      aria-valuetext={`${width.value} pixels`}
      className={styles.handle}
      data-dragging={dragging || undefined}
      onDoubleClick={() => width.set(width.usual)}
      onKeyDown={handleKeyDown}
      onLostPointerCapture={() => setDragging(false)}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      role="separator"
      tabIndex={0}
    />
  );
}
