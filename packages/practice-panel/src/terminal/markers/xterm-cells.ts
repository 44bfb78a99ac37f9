import type { Terminal } from '@xterm/xterm';

/** What xterm keeps of a cell (its `CellData`, in version 6): see `common/buffer/Constants.ts` there for the bits. */
export interface RawCell {
  /** Code point in the lower bits; see `CELL_WIDTH_ONE`. */
  content: number;
  fg: number;
  bg: number;
  /** Only of cells that say in `content` or `bg` that they have it. */
  combinedData?: string;
  extended?: unknown;
}

/** One row of xterm's buffer. It stays the same object until the buffer is resized or the parser goes on. */
export interface CellLine {
  readonly length: number;
  getCodePoint(col: number): number;
  loadCell(col: number, cell: RawCell): RawCell;
  setCell(col: number, cell: RawCell): void;
}

interface CellLines {
  readonly length: number;
  get(row: number): CellLine | undefined;
}

/** The part of xterm's core that is used here, by its own names. */
interface Core {
  readonly buffers: {
    readonly active: { readonly lines: CellLines };
    resize(cols: number, rows: number): void;
  };
  readonly _inputHandler: {
    parse(data: string | Uint8Array, promiseResult?: boolean): unknown;
  };
}

/**
 * The cells of a terminal, which xterm's public API only reads. All that depends on the inside of xterm is in this
 * file; its test fails with a version of xterm that is different inside, and then markers are shown as they are.
 */
export interface TerminalCells {
  /** Of what is shown: the scrollback and the screen below it. */
  readonly lines: CellLines;
  /** Calls back before the parser takes up output, which may be in the middle of a write. */
  beforeParsing(listener: () => void): void;
  /** Calls back before all rows are laid out for another size, and after that; nothing is drawn in between. */
  aroundResizing(before: () => void, after: () => void): void;
}

/** Undefined: xterm is not as it was. */
export function cellsOf(terminal: Terminal): TerminalCells | undefined {
  const core = (terminal as unknown as { readonly _core?: Partial<Core> })._core;
  return isCore(core) ? new CoreCells(core) : undefined;
}

class CoreCells implements TerminalCells {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  get lines(): CellLines {
    return this.#core.buffers.active.lines;
  }

  beforeParsing(listener: () => void): void {
    const handler = this.#core._inputHandler;
    const parse = handler.parse.bind(handler);
    handler.parse = (data, promiseResult) => {
      if (data.length > 0) listener();
      return parse(data, promiseResult);
    };
  }

  aroundResizing(before: () => void, after: () => void): void {
    const { buffers } = this.#core;
    const resize = buffers.resize.bind(buffers);
    buffers.resize = (cols, rows) => {
      before();
      resize(cols, rows);
      after();
    };
  }
}

function isCore(core: Partial<Core> | undefined): core is Core {
  const line = core?.buffers?.active?.lines?.get(0);
  const uses = [core?.buffers?.resize, core?._inputHandler?.parse, line?.getCodePoint, line?.loadCell, line?.setCell];
  return uses.every((use) => typeof use === 'function');
}
