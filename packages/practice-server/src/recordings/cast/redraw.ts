import type { Mode, Position, Snapshot } from '../../tmux/control/snapshot.js';

/** The normal screen, nothing but spaces, and all that changes what characters look like or where they go. */
const FROM_SCRATCH = '\x18\x1b[?1049l\x1b[r\x1b[?6l\x1b[4l\x1b[?7h\x1b(B\x1b)0\x0f\x1b[0m\x1b[H\x1b[2J';
const PLAIN = '\x1b[0m\x0f';

/** How each mode is set (`h`) and reset (`l`). Those that a snapshot lacks are reset. */
const SEQUENCES: readonly (readonly [Mode, on: string, off: string])[] = [
  ['wrap_flag', '\x1b[?7h', '\x1b[?7l'],
  ['insert_flag', '\x1b[4h', '\x1b[4l'],
  ['keypad_cursor_flag', '\x1b[?1h', '\x1b[?1l'],
  ['keypad_flag', '\x1b=', '\x1b>'],
  ['mouse_standard_flag', '\x1b[?1000h', '\x1b[?1000l'],
  ['mouse_button_flag', '\x1b[?1002h', '\x1b[?1002l'],
  ['mouse_all_flag', '\x1b[?1003h', '\x1b[?1003l'],
  ['mouse_utf8_flag', '\x1b[?1005h', '\x1b[?1005l'],
  ['mouse_sgr_flag', '\x1b[?1006h', '\x1b[?1006l'],
  ['cursor_flag', '\x1b[?25h', '\x1b[?25l'],
];

/** What sets colours, attributes and line drawing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const LOOKS = /\x1b\[[\d;:]*m|[\x0e\x0f]/g;

/**
 * Draws on any terminal of the snapshot's size what tmux holds: both screens, where the cursor is, and the modes. What
 * a program prints next then does there what it does in tmux. tmux does not tell the colours in which it would go on.
 */
export function redraw(snapshot: Snapshot): string {
  const { savedCursor, behind } = snapshot;
  if (savedCursor === undefined) return FROM_SCRATCH + screen(snapshot);
  const normal = rowsAt(behind) + PLAIN + moveTo(savedCursor);
  return `${FROM_SCRATCH}${normal}\x1b[?1049h\x1b[H\x1b[2J${screen(snapshot)}`;
}

function screen(snapshot: Snapshot): string {
  const { region, rows, modes } = snapshot;
  const scrolls = region[0] === 0 && region[1] === rows - 1 ? '' : `\x1b[${region[0] + 1};${region[1] + 1}r`;
  const origin = modes.has('origin_flag') ? '\x1b[?6h' : '';
  // Both of them move the cursor, so its place comes after them, and origin mode counts from the region.
  return `${rowsAt(snapshot.screen)}${PLAIN}${scrolls}${cursor(snapshot)}${origin && origin + atOrigin(snapshot)}${switches(modes)}`;
}

/** Behind the last column, a terminal is only after that column was printed. */
function cursor({ cursor: place, cols, screen: rows }: Snapshot): string {
  if (place.col < cols) return moveTo(place);
  const looks = rows.slice(0, place.row).join('').match(LOOKS) ?? [];
  return `${moveTo({ col: 0, row: place.row })}${looks.join('')}${rows[place.row] ?? ''}${PLAIN}`;
}

function atOrigin({ cursor: place, region, cols }: Snapshot): string {
  return moveTo({ col: Math.min(place.col, cols - 1), row: place.row - region[0] });
}

function rowsAt(rows: readonly string[]): string {
  return rows.map((text, row) => (text === '' ? '' : moveTo({ col: 0, row }) + text)).join('');
}

function moveTo({ col, row }: Position): string {
  return `\x1b[${row + 1};${col + 1}H`;
}

function switches(modes: ReadonlySet<Mode>): string {
  return SEQUENCES.map(([mode, on, off]) => (modes.has(mode) ? on : off)).join('');
}
