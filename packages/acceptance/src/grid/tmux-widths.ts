import type { IUnicodeVersionProvider } from '@xterm/headless';

/** Name under which the provider is registered. */
export const TMUX_WIDTHS = 'tmux';

/** Widths as tmux reports them, for laying out its own text, in which nothing joins: each cell is one character. */
export class TmuxWidths implements IUnicodeVersionProvider {
  readonly version = TMUX_WIDTHS;
  readonly #widths: ReadonlyMap<number, number>;

  constructor(widths: ReadonlyMap<number, number>) {
    this.#widths = widths;
  }

  wcwidth(codepoint: number): 0 | 1 | 2 {
    const width = this.#widths.get(codepoint) ?? 1;
    return width === 0 ? 0 : width === 2 ? 2 : 1;
  }

  /** Packs the width as xterm.js wants it: in bits 1 and 2. */
  charProperties(codepoint: number): number {
    return this.wcwidth(codepoint) << 1;
  }
}
