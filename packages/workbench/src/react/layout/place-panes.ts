import { type Arrangement, leastOf, type PaneId, panesIn, type Split } from './arrangement.js';

/** In CSS pixels, from the upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A line between two parts that can be moved. Shares are those of the first part, from 0 to 1. */
export interface SeparatorPlace {
  readonly id: string;
  readonly direction: Split['direction'];
  readonly box: Box;
  /** Pixels that a share of 1 would be. */
  readonly length: number;
  readonly share: number;
  readonly least: number;
  readonly most: number;
  readonly usual: number;
  readonly before: readonly PaneId[];
  readonly after: readonly PaneId[];
}

export interface Placed {
  readonly panes: ReadonlyMap<PaneId, Box>;
  readonly separators: readonly SeparatorPlace[];
}

/** Width of a separator in CSS pixels: its line is thin, and what can be gripped is not. */
export const GAP = 7;

/** Finds where each pane is in a box. `shareOf` gives what the student has chosen for a split, if anything. */
export function placePanes(
  arrangement: Arrangement,
  box: Box,
  shareOf: (splitId: string) => number | undefined,
): Placed {
  if (typeof arrangement === 'string') return { panes: new Map([[arrangement, box]]), separators: [] };
  const separator = placeSeparator(arrangement, box, shareOf(arrangement.id) ?? arrangement.share);
  const [firstBox, secondBox] = boxesAround(separator, box);
  const first = placePanes(arrangement.first, firstBox, shareOf);
  const second = placePanes(arrangement.second, secondBox, shareOf);
  return {
    panes: new Map([...first.panes, ...second.panes]),
    separators: [separator, ...first.separators, ...second.separators],
  };
}

function placeSeparator(split: Split, box: Box, wanted: number): SeparatorPlace {
  const isRow = split.direction === 'row';
  const length = Math.max(1, (isRow ? box.width : box.height) - GAP);
  const { least, most } = limitsOf(split, length);
  const share = Math.min(Math.max(wanted, least), most);
  const at = Math.round(length * share);
  return {
    id: split.id,
    direction: split.direction,
    box: isRow ? { ...box, left: box.left + at, width: GAP } : { ...box, top: box.top + at, height: GAP },
    ...{ length, share, least, most, usual: split.share },
    before: panesIn(split.first),
    after: panesIn(split.second),
  };
}

/** Where there is not room enough for both, each gets what it needs in proportion. */
function limitsOf({ first, second, direction }: Split, length: number): { least: number; most: number } {
  const before = leastOf(first, direction, GAP);
  const after = leastOf(second, direction, GAP);
  if (before + after >= length) {
    const share = before / (before + after);
    return { least: share, most: share };
  }
  return { least: before / length, most: 1 - after / length };
}

function boxesAround({ direction, box: line }: SeparatorPlace, box: Box): [Box, Box] {
  if (direction === 'row') {
    const left = line.left + GAP;
    return [
      { ...box, width: line.left - box.left },
      { ...box, left, width: box.left + box.width - left },
    ];
  }
  const top = line.top + GAP;
  return [
    { ...box, height: line.top - box.top },
    { ...box, top, height: box.top + box.height - top },
  ];
}
