import type { WidthsResponse } from '@agent-factory/protocol';

type Width = 0 | 1 | 2;

/** Planes 0 and 1, which hold nearly all characters, are looked up; the others are searched. */
const LOOKED_UP = 0x20000;

const JOINER = 0x200d;
const EMOJI_SELECTOR = 0xfe0f;
const SKIN_TONES = [0x1f3fb, 0x1f3ff] as const;
const REGIONAL_INDICATORS = [0x1f1e6, 0x1f1ff] as const;

/** What the table holds of a character: the width in two bits, and what decides whether it joins. */
const WIDTH_BITS = 3;
const BASE = 4;
const TONE = 8;
const INDICATOR = 16;

/**
 * What xterm passes on from one character to the next: bit 0 says whether it joins the one before it,
 * bits 1 and 2 are the width of the whole, and the rest is ours: bytes so far, and what may follow.
 */
const JOINS = 1;
const BYTES_SHIFT = 3;
const BYTES_BITS = 0xff;
const TAKES_TONE = 1 << 11;
const AFTER_JOINER = 1 << 12;
const OPEN_FLAG = 1 << 13;

const WIDE = 2 << 1;
const ASCII = (1 << BYTES_SHIFT) | (1 << 1);

/**
 * Widths and joining of characters as tmux has them. It is asked for every character that is printed,
 * so an ASCII character costs one comparison and any other two look-ups.
 */
export class WidthTable {
  readonly #widths: WidthsResponse;
  readonly #table = new Uint8Array(LOOKED_UP).fill(1);

  constructor(widths: WidthsResponse) {
    this.#widths = widths;
    const { modifierBases, flags } = widths.joins;
    this.#table.fill(0, 0, 0x20).fill(0, 0x7f, 0xa0);
    for (const [first, last, width] of widths.ranges) this.#table.fill(width, first, last + 1);
    for (const [first, last] of modifierBases) this.#mark(first, last, BASE);
    if (modifierBases.length > 0) this.#mark(...SKIN_TONES, TONE);
    if (flags !== 'apart') this.#mark(...REGIONAL_INDICATORS, INDICATOR);
  }

  /** Cells of a character alone. */
  widthOf(point: number): Width {
    return (this.#entry(point) & WIDTH_BITS) as Width;
  }

  /** Width and joining of a character after another, as xterm packs them. */
  propertiesOf(point: number, preceding: number): number {
    if (point < 0x80) return ASCII;
    const entry = this.#entry(point);
    const bytes = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    const joined = preceding === 0 ? 0 : this.#join(point, entry, preceding, bytes);
    return joined === 0 ? this.#alone(entry, bytes) : joined;
  }

  #alone(entry: number, bytes: number): number {
    const next = (entry & BASE ? TAKES_TONE : 0) | (entry & INDICATOR ? OPEN_FLAG : 0);
    return next | (bytes << BYTES_SHIFT) | ((entry & WIDTH_BITS) << 1);
  }

  /** The character that both become; 0 if the second stands alone. */
  #join(point: number, entry: number, preceding: number, bytes: number): number {
    const total = ((preceding >> BYTES_SHIFT) & BYTES_BITS) + bytes;
    const width = preceding & (WIDTH_BITS << 1);
    if (width === 0 || total > this.#widths.maxCharacterBytes) return 0;
    const grown = this.#joinedWidth(point, entry, preceding, width);
    if (grown === 0) return 0;
    const next = (preceding & TAKES_TONE) | this.#next(point, entry, preceding);
    return next | (total << BYTES_SHIFT) | grown | JOINS;
  }

  /** Width, where xterm has it, of the character that both become. */
  #joinedWidth(point: number, entry: number, preceding: number, width: number): number {
    const { variationSelector, flags } = this.#widths.joins;
    if (point === EMOJI_SELECTOR && variationSelector) return WIDE;
    if ((entry & WIDTH_BITS) === 0) return width;
    if (entry & TONE && preceding & TAKES_TONE) return WIDE;
    if (entry & INDICATOR && preceding & OPEN_FLAG) return WIDE;
    if (entry & INDICATOR && flags === 'modifiers' && !isAscii(preceding)) return WIDE;
    return preceding & AFTER_JOINER ? width : 0;
  }

  #next(point: number, entry: number, preceding: number): number {
    if (point === JOINER && this.#widths.joins.zwj) return AFTER_JOINER;
    return entry & INDICATOR ? 0 : preceding & OPEN_FLAG;
  }

  #mark(first: number, last: number, bit: number): void {
    const marked = this.#table.subarray(first, last + 1);
    marked.forEach((entry, index) => {
      marked[index] = entry | bit;
    });
  }

  #entry(point: number): number {
    return point < LOOKED_UP ? (this.#table[point] as number) : this.#search(point);
  }

  #search(point: number): number {
    const { ranges } = this.#widths;
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.[1] ?? 0) < point) low = middle + 1;
      else high = middle;
    }
    const range = ranges[low];
    return range !== undefined && range[0] <= point ? range[2] : 1;
  }
}

function isAscii(preceding: number): boolean {
  return ((preceding >> BYTES_SHIFT) & BYTES_BITS) === 1;
}
