/** What tmux holds of a pane at one instant. */
export interface Snapshot {
  readonly paneId: string;
  readonly cols: number;
  readonly rows: number;
  readonly cursor: Position;
  /** Where the cursor of the normal screen was, if a program shows the alternate screen. */
  readonly savedCursor: Position | undefined;
  readonly modes: ReadonlySet<Mode>;
  /** First and last row in which lines scroll. */
  readonly region: readonly [upper: number, lower: number];
  /** Rows with SGR sequences, which carry over their ends. */
  readonly screen: readonly string[];
  /** The normal screen behind the alternate one; empty if the normal one shows. */
  readonly behind: readonly string[];
  /** The beginning of an escape sequence of which tmux has not seen the end. */
  readonly pending: string;
}

/** Columns and rows count from 0. A column beyond the last one: the next character wraps. */
export interface Position {
  readonly col: number;
  readonly row: number;
}

/** Modes of a terminal, by their names in tmux. */
const MODES = [
  'cursor_flag',
  'insert_flag',
  'origin_flag',
  'wrap_flag',
  'keypad_cursor_flag',
  'keypad_flag',
  'mouse_standard_flag',
  'mouse_button_flag',
  'mouse_all_flag',
  'mouse_utf8_flag',
  'mouse_sgr_flag',
] as const;
export type Mode = (typeof MODES)[number];

const PLACES = [
  ...['pane_width', 'pane_height', 'cursor_x', 'cursor_y', 'alternate_on', 'alternate_saved_x', 'alternate_saved_y'],
  ...['scroll_region_upper', 'scroll_region_lower'],
];

const FACTS = ['pane_id', ...PLACES, ...MODES].map((name) => `#{${name}}`).join(' ');

/** Commands that belong to one instant if they are sent together. The third prints nothing on the normal screen. */
export function snapshotCommands(pane: string, blanksFlags: readonly string[]): string[] {
  const capture = ['capture-pane', '-p', '-e', ...blanksFlags].join(' ');
  return [
    `display-message -p -t ${pane} '${FACTS}'`,
    `${capture} -t ${pane}`,
    // `-q`: without an alternate screen, there is none behind it.
    `${capture} -a -q -t ${pane}`,
    `capture-pane -p -P -C -t ${pane}`,
  ];
}

/** Reads what these commands have printed; undefined if the pane was gone. */
export function parseSnapshot([facts, screen, behind, pending]: readonly (readonly Buffer[])[]): Snapshot | undefined {
  const [paneId = '', ...rest] = String(facts?.[0] ?? '').split(' ');
  const [cols = 0, rows = 0, x = 0, y = 0, alternate = 0, savedX = 0, savedY = 0, upper = 0, lower = 0, ...flags] =
    rest.map(Number);
  if (!/^%\d+$/.test(paneId) || !(cols > 0) || !(rows > 0)) return undefined;
  return {
    paneId,
    cols,
    rows,
    cursor: { col: x, row: y },
    savedCursor: alternate === 1 ? { col: savedX, row: savedY } : undefined,
    modes: new Set(MODES.filter((_, index) => flags[index] === 1)),
    region: [upper, lower],
    screen: rowsOf(screen, rows),
    behind: alternate === 1 ? rowsOf(behind, rows) : [],
    pending: unescapePending(pending?.[0]),
  };
}

function rowsOf(lines: readonly Buffer[] | undefined, rows: number): string[] {
  return (lines ?? []).slice(0, rows).map((line) => withOverline(line.toString()));
}

/** With `-C`, what cannot be printed is a backslash and three octal digits. */
function unescapePending(line: Buffer | undefined): string {
  const text = line?.toString('latin1') ?? '';
  const bytes = text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** tmux 3.3 prints overline, SGR 53, as a style of blinking: it takes every two-digit code for an underline's. */
function withOverline(line: string): string {
  if (!line.includes('5:3')) return line;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  return line.replace(/\x1b\[[\d;:]*m/g, (sgr) => sgr.replace(/(?<=[[;])5:3(?=[;m])/g, '53'));
}
