import type { Arrangement } from './arrangement.js';

/** How much room there is: three columns, two, rows, one pane at a time. */
export type Room = 'wide' | 'medium' | 'narrow' | 'single';

/** From which width in CSS pixels there is that much room. */
const ROOMS: readonly (readonly [least: number, room: Room])[] = [
  [1360, 'wide'],
  [960, 'medium'],
  [640, 'narrow'],
  [0, 'single'],
];

export function roomOf(width: number): Room {
  return ROOMS.find(([least]) => width >= least)?.[1] ?? 'single';
}

export const PRESET_IDS = ['columns', 'below', 'left'] as const;
export type PresetId = (typeof PRESET_IDS)[number];

export const PRESET_NAMES: Readonly<Record<PresetId, string>> = {
  columns: 'Terminal on the right',
  below: 'Terminal below',
  left: 'Terminal on the left',
};

function split(
  id: string,
  direction: 'row' | 'column',
  share: number,
  first: Arrangement,
  second: Arrangement,
): Arrangement {
  return { id, direction, share, first, second };
}

const side = split('side', 'column', 0.55, 'files', 'coach');

/** Files and plan beside the editor. */
function work(share: number): Arrangement {
  return split('work', 'row', share, side, 'editor');
}

const below = (share: number) => split('below', 'column', 0.6, work(share), 'terminal');
const above = (share: number) => split('above', 'column', 0.4, 'terminal', work(share));
/** What is learnt from: a kata has a place of its own below a lesson, and mostly there is no lesson. */
const learning = split('learning', 'column', 0.4, 'lesson', 'kata');
const beside = (share: number, rest: Arrangement) => split('lesson', 'row', share, learning, rest);
const over = (rest: Arrangement) => split('lesson', 'column', 0.35, learning, rest);

/** The arrangements by room and preset. With a lesson or a kata, two columns are it and the rest. */
const ARRANGEMENTS: Readonly<
  Record<Exclude<Room, 'single'>, Readonly<Record<PresetId, { plain: Arrangement; learning: Arrangement }>>>
> = {
  wide: {
    columns: {
      plain: split('right', 'row', 0.62, work(0.3), 'terminal'),
      learning: beside(0.27, split('right', 'row', 0.58, work(0.36), 'terminal')),
    },
    below: { plain: below(0.22), learning: beside(0.32, below(0.26)) },
    left: {
      plain: split('left', 'row', 0.38, 'terminal', work(0.3)),
      learning: beside(0.27, split('left', 'row', 0.42, 'terminal', work(0.36))),
    },
  },
  medium: {
    columns: { plain: split('right', 'row', 0.58, work(0.34), 'terminal'), learning: beside(0.36, below(0.32)) },
    below: { plain: below(0.24), learning: beside(0.36, below(0.32)) },
    left: { plain: split('left', 'row', 0.42, 'terminal', work(0.34)), learning: beside(0.36, above(0.32)) },
  },
  narrow: {
    columns: { plain: below(0.3), learning: over(below(0.3)) },
    below: { plain: below(0.3), learning: over(below(0.3)) },
    left: { plain: above(0.3), learning: over(above(0.3)) },
  },
};

export function arrangementOf(room: Exclude<Room, 'single'>, preset: PresetId, isLearning: boolean): Arrangement {
  return ARRANGEMENTS[room][preset][isLearning ? 'learning' : 'plain'];
}
