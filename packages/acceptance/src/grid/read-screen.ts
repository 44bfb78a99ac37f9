import type { Cell, Screen } from './cell.js';

/** The part of an xterm.js terminal that is read, the same in a browser and in its headless build. */
export interface ReadableTerminal {
  readonly cols: number;
  readonly rows: number;
  readonly buffer: {
    readonly active: {
      readonly viewportY: number;
      readonly cursorX: number;
      readonly cursorY: number;
      getLine(row: number): { getCell(col: number): ReadableCell | undefined } | undefined;
    };
  };
}

interface ReadableCell {
  getChars(): string;
  getWidth(): number;
  getFgColor(): number;
  getBgColor(): number;
  isFgRGB(): boolean;
  isBgRGB(): boolean;
  isFgPalette(): boolean;
  isBgPalette(): boolean;
  isBold(): number;
  isItalic(): number;
  isDim(): number;
  isUnderline(): number;
  isBlink(): number;
  isInverse(): number;
  isInvisible(): number;
  isStrikethrough(): number;
  isOverline(): number;
}

/** What every cell of xterm.js also has, though it declares it nowhere. */
interface Underlined {
  getUnderlineStyle(): number;
  getUnderlineColor(): number;
  isUnderlineColorRGB(): boolean;
  isUnderlineColorDefault(): boolean;
}

/**
 * Reads what a terminal shows now.
 * It is also sent into a page as source text, so it uses nothing from outside its own braces.
 */
export function readScreen(terminal: ReadableTerminal): Screen {
  const colour = (rgb: boolean, palette: boolean, value: number) => {
    if (rgb) return `rgb:${value.toString(16).padStart(6, '0')}`;
    return palette ? `palette:${value}` : 'default';
  };
  const underline = (shown: ReadableCell) => {
    const cell = shown as ReadableCell & Underlined;
    return `underline:${cell.getUnderlineStyle()}:${underlineColour(cell)}`;
  };
  const underlineColour = (cell: Underlined) => {
    if (cell.isUnderlineColorDefault()) return 'default';
    return colour(cell.isUnderlineColorRGB(), true, cell.getUnderlineColor());
  };
  const attributes = (cell: ReadableCell) => {
    const flags: [string, number][] = [
      ['bold', cell.isBold()],
      ['italic', cell.isItalic()],
      ['dim', cell.isDim()],
      [underline(cell), cell.isUnderline()],
      ['blink', cell.isBlink()],
      ['inverse', cell.isInverse()],
      ['invisible', cell.isInvisible()],
      ['strikethrough', cell.isStrikethrough()],
      ['overline', cell.isOverline()],
    ];
    return flags.flatMap(([name, on]) => (on ? [name] : [])).join(' ');
  };
  const read = (cell: ReadableCell): Cell => ({
    chars: cell.getChars(),
    width: cell.getWidth(),
    fg: colour(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()),
    bg: colour(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()),
    attributes: attributes(cell),
  });
  const { active } = terminal.buffer;
  const cells = Array.from({ length: terminal.rows }, (_, row) => {
    const line = active.getLine(active.viewportY + row);
    if (!line) throw new Error(`The terminal has no row ${row}`);
    return Array.from({ length: terminal.cols }, (_, col) => {
      const cell = line.getCell(col);
      if (!cell) throw new Error(`The terminal has no cell ${col} in row ${row}`);
      return read(cell);
    });
  });
  const cursor = { col: active.cursorX, row: active.cursorY };
  return { cols: terminal.cols, rows: terminal.rows, cells, cursor };
}
