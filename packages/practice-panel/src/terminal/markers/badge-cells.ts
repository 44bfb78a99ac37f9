import { type BadgeState, badgeText } from '@agent-factory/protocol/stages';
import type { Cells, MarkerPlace } from './find-places.js';

/** One cell of a badge; an empty `character` is a blank. */
export interface BadgeCell {
  readonly row: number;
  readonly col: number;
  readonly character: string;
}

/**
 * What is drawn in the cells of a marker, and in no other: its badge, whole in one row where one has room for it. In
 * those of a beginning there is nothing.
 */
export function badgeCells({ marker, cells }: MarkerPlace, state: BadgeState): BadgeCell[] {
  const text = marker === undefined ? '' : badgeText(marker, state);
  const whole = cells.find(({ length }) => length >= text.length);
  let drawn = 0;
  return cells.flatMap((part) => {
    if (whole !== undefined && whole !== part) return charactersIn(part, '');
    const rest = text.slice(drawn);
    drawn += part.length;
    return charactersIn(part, rest);
  });
}

function charactersIn({ row, col, length }: Cells, text: string): BadgeCell[] {
  return Array.from({ length }, (_, at) => ({ row, col: col + at, character: text[at] ?? '' }));
}
