import type { Cell, Cursor, Screen } from './cell.js';
import type { ExtendedCell, ReadableCell, ReadableTerminal, TerminalWithCore } from './readable-terminal.js';

/**
 * Reads what a terminal shows now.
 * It is also sent into a page as source text, so it uses nothing from outside its own braces.
 */
export function readScreen(terminal: ReadableTerminal): Screen {
  const { coreService, _oscLinkService: links } = (terminal as TerminalWithCore)._core;
  const colour = (rgb: boolean, palette: boolean, value: number) => {
    if (rgb) return `rgb:${value.toString(16).padStart(6, '0')}`;
    return palette ? `palette:${value}` : 'default';
  };
  const linkId = (cell: ExtendedCell) => (cell.hasExtendedAttrs() ? cell.extended.urlId : 0);
  // A link is drawn underlined, and its cells say so. What the program asked for is below that.
  const ownUnderline = (cell: ExtendedCell) =>
    linkId(cell) === 0
      ? { on: cell.isUnderline(), style: cell.getUnderlineStyle() }
      : { on: cell.fg & 0x10000000, style: (cell.extended._ext >> 26) & 7 };
  const underlineColour = (cell: ExtendedCell) => {
    if (cell.isUnderlineColorDefault()) return 'default';
    return colour(cell.isUnderlineColorRGB(), true, cell.getUnderlineColor());
  };
  const attributes = (cell: ExtendedCell) => {
    const underline = ownUnderline(cell);
    const flags: [string, number][] = [
      ['bold', cell.isBold()],
      ['italic', cell.isItalic()],
      ['dim', cell.isDim()],
      [`underline:${underline.style}:${underlineColour(cell)}`, underline.on],
      ['blink', cell.isBlink()],
      ['inverse', cell.isInverse()],
      ['invisible', cell.isInvisible()],
      ['strikethrough', cell.isStrikethrough()],
      ['overline', cell.isOverline()],
    ];
    return flags.flatMap(([name, on]) => (on ? [name] : [])).join(' ');
  };
  const read = (shown: ReadableCell): Cell => {
    const cell = shown as ExtendedCell;
    return {
      chars: cell.getChars(),
      width: cell.getWidth(),
      fg: colour(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()),
      bg: colour(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()),
      attributes: attributes(cell),
      link: links.getLinkData(linkId(cell))?.uri ?? '',
    };
  };
  const { active } = terminal.buffer;
  const lines = Array.from({ length: terminal.rows }, (_, row) => {
    const line = active.getLine(active.viewportY + row);
    if (!line) throw new Error(`The terminal has no row ${row}`);
    return line;
  });
  const cells = lines.map((line, row) =>
    Array.from({ length: terminal.cols }, (_, col) => {
      const cell = line.getCell(col);
      if (!cell) throw new Error(`The terminal has no cell ${col} in row ${row}`);
      return read(cell);
    }),
  );
  const { cursorStyle = 'default', cursorBlink } = coreService.decPrivateModes;
  const cursor: Cursor = {
    col: active.cursorX,
    row: active.cursorY,
    visible: !coreService.isCursorHidden,
    shape: cursorBlink ? `${cursorStyle} blinking` : cursorStyle,
  };
  const wraps = lines.map(({ isWrapped }) => isWrapped);
  return { cols: terminal.cols, rows: terminal.rows, cells, wraps, cursor };
}
