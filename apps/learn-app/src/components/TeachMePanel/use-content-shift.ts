import { useEffect, useLayoutEffect } from 'react';
import { keepReadingPosition } from '../../lib/page/reading-position';

/** Room for lesson, sidebar and table of contents together, in CSS pixels. */
const ROOM_FOR_ALL = 1250;
/** Room for lesson and sidebar; below it the lesson stands alone. */
const ROOM_FOR_SIDEBAR = 1000;

function roomName(room: number): string {
  if (room >= ROOM_FOR_ALL) return 'all';
  return room >= ROOM_FOR_SIDEBAR ? 'sidebar' : 'lesson';
}

function shift(width: number, isWide: boolean): void {
  const { style, dataset, clientWidth } = document.documentElement;
  style.setProperty('--study-inset', `${width}px`);
  dataset.study = roomName(clientWidth - width);
  if (isWide) dataset.studyColumns = 'three';
  else delete dataset.studyColumns;
}

function unshift(): void {
  const { style, dataset } = document.documentElement;
  style.removeProperty('--study-inset');
  delete dataset.study;
  delete dataset.studyColumns;
}

/**
 * Gives the page a margin as wide as the panel, and says in `html[data-study]` what still fits
 * beside it: `all`, `sidebar` or only the `lesson`. Media queries cannot know.
 * @param width CSS pixels; 0 leaves the page as it is
 * @param isWide the panel has two columns, which `html[data-study-columns]` says too: the lesson gives up margins
 */
export function useContentShift(width: number, isWide: boolean): void {
  useLayoutEffect(() => {
    keepReadingPosition(() => (width > 0 ? shift(width, isWide) : unshift()));
  }, [width, isWide]);
  useEffect(() => () => keepReadingPosition(unshift), []);
}
