/** Code points to ask about, from `first` to `last`; each one asked stands for `step` of them. */
interface Block {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

/**
 * All that is or may become a character, except surrogates. The two planes of ideographs have one width
 * throughout and are asked in samples; private planes and those without characters are not asked.
 */
const BLOCKS: readonly Block[] = [
  { first: 0xa0, last: 0xd7ff, step: 1 },
  { first: 0xe000, last: 0x1ffff, step: 1 },
  { first: 0x20000, last: 0x3ffff, step: 0x100 },
  { first: 0xe0000, last: 0xe01ff, step: 1 },
];

/** Code points of one width, of which the first is asked. */
interface Sample {
  readonly first: number;
  readonly last: number;
}

/** Everything that the cursor's position can answer: a hundred thousand texts, so they are made when needed. */
export interface Questions {
  readonly samples: readonly Sample[];
  /** Characters that take a skin tone according to Unicode; tmux has its own list. */
  readonly modifierBases: readonly number[];
  /** In the order of the answers: first the first of each sample, then all others. */
  readonly texts: readonly string[];
}

const SKIN_TONE = '\u{1f3fd}';
export const withSkinTone = (base: string): string => base + SKIN_TONE;

/** An ideograph: above ASCII, and not part of any emoji. */
export const UNRELATED = '\u6f22';

/** The width of each shows whether tmux makes one character of it. */
export const JOINED_BY_ZWJ = '\u{1f469}\u200d\u{1f4bb}';
export const WITH_VARIATION_SELECTOR = '\u2764\ufe0f';
export const UNRELATED_AND_INDICATOR = `${UNRELATED}\u{1f1e9}`;

export function makeQuestions(): Questions {
  const samples = BLOCKS.flatMap(samplesOf);
  const characters = samples.map(({ first }) => String.fromCodePoint(first));
  // Of one long text: to look at each character by itself would keep everybody waiting.
  const bases = characters.join('').match(/\p{Emoji_Modifier_Base}/gu) ?? [];
  return {
    samples,
    modifierBases: bases.map((base) => base.codePointAt(0) ?? 0),
    texts: [
      ...characters,
      ...[UNRELATED, ...bases].map(withSkinTone),
      JOINED_BY_ZWJ,
      WITH_VARIATION_SELECTOR,
      UNRELATED_AND_INDICATOR,
    ],
  };
}

function samplesOf({ first, last, step }: Block): Sample[] {
  const samples: Sample[] = [];
  for (let start = first; start <= last; start += step) samples.push({ first: start, last: start + step - 1 });
  return samples;
}

/** Asks where the cursor is: the answer, `ESC [ 1 ; column R`, always has this length, as no text is wider than 8. */
const ASK_CURSOR = '\x1b[6n';
const REPLY_START = '\x1b[1;';
const REPLY_END = 'R';
const ZERO = '0'.charCodeAt(0);
export const REPLY_BYTES = REPLY_START.length + 1 + REPLY_END.length;

/** The columns that the answers tell, counted from 1; undefined where anything else is among them. */
export function readColumns(replies: string): number[] | undefined {
  const columns: number[] = [];
  for (let at = 0; at < replies.length; at += REPLY_BYTES) {
    const column = replies.charCodeAt(at + REPLY_START.length) - ZERO;
    const isReply = replies.startsWith(REPLY_START, at) && replies.startsWith(REPLY_END, at + REPLY_BYTES - 1);
    if (!isReply || !(column >= 0 && column <= 9)) return undefined;
    columns.push(column);
  }
  return columns;
}

/** Prints each text at the top left and then asks where the cursor is. */
export function questionSheet(texts: readonly string[]): string {
  return texts.map((text) => `\x1b[H${text}${ASK_CURSOR}`).join('');
}

export const FLAG_LETTERS = ['\u{1f1e9}', '\u{1f1ea}'] as const;

/** More marks than a character in tmux has room for; the bar follows those that found room. */
export const BAR = '|';
const MANY_MARKS = '\u0301'.repeat(200) + BAR;

/**
 * Drawn and read back from the screen, because the cursor's position does not tell. First line: two regional
 * indicators, of which the second cell is erased. Then two lines of one character with all marks that fit, one with
 * an odd and one with an even number of bytes.
 */
export const DRAWING: string = [
  '\x1b[2J\x1b[H',
  `${FLAG_LETTERS.join('')}\x1b[1;2H\x1b[X`,
  `\x1b[2;1He${MANY_MARKS}`,
  `\x1b[3;1H\u00e9${MANY_MARKS}`,
  `\x1b[H${ASK_CURSOR}`,
].join('');
