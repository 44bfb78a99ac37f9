import type { TmuxPane } from '../machine/tmux.js';
import { AttachedViewer } from './attached-viewer.js';
import type { Cell, Screen } from './cell.js';
import { settledFrame } from './settled.js';

/** Within this, tmux has begun to draw; in milliseconds. */
const ATTACHED_WITHIN_MS = 5000;

/**
 * What tmux draws for a client that has just attached, and that neither types nor has a say in the size. Here tmux tells
 * what it does not report when it prints a screen, and how far it tells its clients of wrapped lines.
 */
export async function freshDrawing(pane: TmuxPane, { cols, rows }: Screen): Promise<Screen> {
  const { server, session } = pane;
  await using viewer = new AttachedViewer(server, session, cols, rows, ['-r']);
  await viewer.drawn(1, ATTACHED_WITHIN_MS);
  const { shown } = await settledFrame(pane, viewer);
  return shown;
}

/**
 * What tmux holds, and what only a fresh drawing tells: the background of cells that were erased, and the shape of the
 * cursor where it is visible. A client learns that a line goes on in the next row only where tmux lets the client's own
 * edge wrap it; it does not where a wide character did not fit at the edge, and whether it does depends on what it drew
 * before. So a row that continues another in tmux, and not in a fresh drawing, may do either elsewhere.
 */
export function withDrawing(held: Screen, drawn: Screen): Screen {
  const cells = held.cells.map((line, row) =>
    line.map((cell, col) => (isUntold(cell) ? { ...cell, bg: drawn.cells[row]?.[col]?.bg ?? cell.bg } : cell)),
  );
  const wraps = held.wraps.map((wraps, row) => (wraps && !drawn.wraps[row] ? undefined : wraps));
  return { ...held, cells, wraps, cursor: { ...held.cursor, shape: drawn.cursor.shape } };
}

/** tmux names no such cell when it prints a screen; blanks that were written are spaces. */
function isUntold({ chars, width }: Cell): boolean {
  return chars === '' && width === 1;
}
