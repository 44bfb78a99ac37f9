/** What has a place of its own on the page. */
export const PANES = ['lesson', 'kata', 'files', 'coach', 'editor', 'terminal'] as const;
export type PaneId = (typeof PANES)[number];

/** Two parts beside each other (`row`) or one above the other (`column`); `share` is that of the first, from 0 to 1. */
export interface Split {
  readonly id: string;
  readonly direction: 'row' | 'column';
  readonly share: number;
  readonly first: Arrangement;
  readonly second: Arrangement;
}

/** Where panes are: one, or two parts of which each is an arrangement again. */
export type Arrangement = PaneId | Split;

/** Least width and height of a pane in CSS pixels, at which it is still of use. */
export const LEAST: Readonly<Record<PaneId, { readonly row: number; readonly column: number }>> = {
  lesson: { row: 240, column: 120 },
  kata: { row: 240, column: 160 },
  files: { row: 168, column: 120 },
  coach: { row: 168, column: 96 },
  editor: { row: 240, column: 140 },
  terminal: { row: 240, column: 110 },
};

/** The arrangement of only these panes; undefined if there are none in it. */
export function prune(arrangement: Arrangement, isShown: (pane: PaneId) => boolean): Arrangement | undefined {
  if (typeof arrangement === 'string') return isShown(arrangement) ? arrangement : undefined;
  const first = prune(arrangement.first, isShown);
  const second = prune(arrangement.second, isShown);
  if (first === undefined || second === undefined) return first ?? second;
  return { ...arrangement, first, second };
}

export function panesIn(arrangement: Arrangement): PaneId[] {
  if (typeof arrangement === 'string') return [arrangement];
  return [...panesIn(arrangement.first), ...panesIn(arrangement.second)];
}

/** The least size of an arrangement in a direction. */
export function leastOf(arrangement: Arrangement, direction: Split['direction'], gap: number): number {
  if (typeof arrangement === 'string') return LEAST[arrangement][direction];
  const parts = [arrangement.first, arrangement.second].map((part) => leastOf(part, direction, gap));
  const [first = 0, second = 0] = parts;
  return arrangement.direction === direction ? first + gap + second : Math.max(first, second);
}
