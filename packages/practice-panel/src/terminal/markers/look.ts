import type { BadgeState } from '@agent-factory/protocol/stages';
import type { RawCell } from './xterm-cells.js';

// Bits of xterm's cells, from its `common/buffer/Constants.ts`.
const WIDTH_ONE = 1 << 22;
const COLOUR = 0x3ffffff;
const PALETTE_16 = 0x1000000;
const INVERSE = 0x4000000;

/** The theme's green, yellow and grey; the terminal's least contrast makes them legible on any background. */
const COLOURS: Readonly<Record<BadgeState, number>> = { complete: 2, refused: 3, pending: 8, claimed: 8 };

/** A cell of a badge in the place of this one, on the same background; without a character it is blank. */
export function drawnCell({ fg, bg }: RawCell, character: string, state: BadgeState): RawCell {
  // Swapped colours have the background in `fg`.
  const isSwapped = (fg & INVERSE) !== 0;
  return {
    content: WIDTH_ONE | (character === '' ? 0 : character.charCodeAt(0)),
    fg: isSwapped ? fg & (COLOUR | INVERSE) : PALETTE_16 | COLOURS[state],
    bg: bg & COLOUR,
  };
}
