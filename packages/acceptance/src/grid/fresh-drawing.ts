import type { TmuxPane } from '../machine/tmux.js';
import { AttachedViewer } from './attached-viewer.js';
import type { Cell, Screen } from './cell.js';

/** tmux names no such cell when it prints a screen; blanks that were written are spaces. */
export function isUntold({ chars, width }: Cell): boolean {
  return chars === '' && width === 1;
}

/**
 * What tmux draws for a client that has just attached, and that neither types nor has a say in the size: the
 * backgrounds that tmux does not report. Attached when it is first asked for.
 */
export class FreshDrawing implements AsyncDisposable {
  readonly #pane: TmuxPane;
  #viewer: AttachedViewer | undefined;

  constructor(pane: TmuxPane) {
    this.#pane = pane;
  }

  /** The screen with the backgrounds that are drawn by now: ask again until all are. */
  async fill(screen: Screen): Promise<Screen> {
    const drawn = (await this.#attach(screen)).screen();
    const cells = screen.cells.map((line, row) =>
      line.map((cell, col) => (isUntold(cell) ? { ...cell, bg: drawn.cells[row]?.[col]?.bg ?? cell.bg } : cell)),
    );
    return { ...screen, cells };
  }

  async #attach({ cols, rows }: Screen): Promise<AttachedViewer> {
    const { terminal } = this.#viewer ?? {};
    if (terminal?.cols !== cols || terminal.rows !== rows) {
      await this[Symbol.asyncDispose]();
      this.#viewer = undefined;
    }
    const { server, session } = this.#pane;
    this.#viewer ??= new AttachedViewer(server, session, cols, rows, ['-r']);
    return this.#viewer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#viewer?.[Symbol.asyncDispose]();
  }
}
