import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { SelectedOnScreen } from '../../terminal/selection/selected-text.js';

/** Lines before and behind what is selected that are told with it: as many as those of a large screen. */
const LINES_AROUND = 50;

/** What is selected of an element's text; `isSelected` follows it. */
export function useTextSelection(region: RefObject<HTMLElement | null>) {
  const [isSelected, setSelected] = useState(false);
  useEffect(() => {
    const follow = () => setSelected(rangeIn(region.current) !== undefined);
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, [region]);
  const read = useCallback(() => readIn(region.current), [region]);
  return { isSelected, read };
}

function rangeIn(element: HTMLElement | null): Range | undefined {
  const selection = document.getSelection();
  if (element === null || selection === null || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const isOfIt = element.contains(range.commonAncestorContainer);
  return isOfIt && range.toString().trim() !== '' ? range : undefined;
}

function readIn(element: HTMLElement | null): SelectedOnScreen | undefined {
  const range = rangeIn(element);
  if (element === null || range === undefined) return undefined;
  const text = range.toString();
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const from = before.toString().length;
  const all = element.textContent ?? '';
  const above = all.slice(0, from).split('\n').slice(-LINES_AROUND).join('\n');
  const below = all
    .slice(from + text.length)
    .split('\n', LINES_AROUND)
    .join('\n');
  return { text, around: above + text + below, isLow: true };
}
