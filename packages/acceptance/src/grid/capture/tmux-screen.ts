import type { TmuxPane, TmuxServer } from '../../machine/tmux.js';
import type { Cursor, Screen } from '../cell.js';
import { decodeCapture, textsOf } from './decode.js';
import { type Look, lookAt } from './look.js';
import { splitAsTmux } from './split.js';
import { wrapsOf } from './wraps.js';

/** What tmux itself holds of a pane, cell by cell. */
export async function tmuxScreen(pane: TmuxPane): Promise<Screen> {
  return screenOf(pane.server, await lookAt(pane));
}

/**
 * The ground truth for every other screen, read by a decoder that shares nothing with any terminal. The text is laid
 * out with the widths that this very tmux gives its characters. What tmux 3.3 does not report, `FreshDrawing` finds
 * out: the background of the rest of a line that was cleared in a colour, which reads as default here, and the shape of
 * the cursor, which reads as `default`. Before 3.4, tmux keeps no links: neither it nor any client of it has one.
 */
export async function screenOf(server: TmuxServer, look: Look): Promise<Screen> {
  const { cols, rows, lines, joined } = look;
  const split = await splitAsTmux(server, [...new Set(lines.flatMap(textsOf))]);
  return {
    cols,
    rows,
    cells: decodeCapture(lines, { cols, rows }, split),
    wraps: wrapsOf(lines, joined),
    cursor: shownCursor(look),
  };
}

/**
 * Where a client has the cursor. After a resize, tmux may take it to a column far behind the last one; clients then
 * get a hidden cursor in the first cell, until the program moves it.
 */
function shownCursor({ cols, cursor }: Look): Cursor {
  const lost = cursor.col > cols;
  return lost ? { col: 0, row: 0, visible: false, shape: 'default' } : { ...cursor, shape: 'default' };
}
