import type { IUnicodeVersionProvider } from '@xterm/headless';

/** Name under which the provider is registered. */
export const TMUX_WIDTHS = 'tmux';

const ZERO_WIDTH_JOINER = 0x200d;

/**
 * Widths as tmux tells them, for laying out its own text.
 * A character of no width, and whatever follows a joiner, belongs to the cell before it.
 */
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

  /** Packs width, joining and a state of our own choice as xterm.js wants them: bit 0, bits 1–2, and bits above. */
  charProperties(codepoint: number, preceding: number): number {
    const afterJoiner = preceding >> 3 === ZERO_WIDTH_JOINER;
    const joins = preceding !== 0 && (this.wcwidth(codepoint) === 0 || afterJoiner);
    const width = joins ? (preceding >> 1) & 3 : this.wcwidth(codepoint);
    const state = codepoint === ZERO_WIDTH_JOINER ? ZERO_WIDTH_JOINER : 0;
    return (state << 3) | (width << 1) | (joins ? 1 : 0);
  }
}
