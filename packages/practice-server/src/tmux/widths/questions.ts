/** Code points that are asked about, from `first` to `last`; each that is asked stands for `step` of them. */
interface Block {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

/**
 * All that is or may become a character, but surrogates. The two planes of ideographs are one width
 * throughout and asked in samples; private planes and those without characters are not asked.
 */
const BLOCKS: readonly Block[] = [
  { first: 0xa0, last: 0xd7ff, step: 1 },
  { first: 0xe000, last: 0x1ffff, step: 1 },
  { first: 0x20000, last: 0x3ffff, step: 0x100 },
  { first: 0xe0000, last: 0xe01ff, step: 1 },
];

/** Some code points of one width, of which the first is asked. */
interface Sample {
  readonly first: number;
  readonly last: number;
}

/** Everything that is asked by where the cursor is afterwards: a hundred thousand texts, so made when needed. */
export interface Questions {
  readonly samples: readonly Sample[];
  /** Characters that take a skin tone according to Unicode; tmux has a list of its own. */
  readonly modifierBases: readonly number[];
  /** In the order of the answers. */
  readonly texts: readonly string[];
}

const SKIN_TONE = '\u{1f3fd}';
export const withSkinTone = (base: string): string => base + SKIN_TONE;

/** An ideograph: above ASCII, and nothing that an emoji belongs to. */
export const UNRELATED = '\u6f22';

/** Each shows by its width whether tmux makes one character of it. */
export const JOINED_BY_ZWJ = '\u{1f469}\u200d\u{1f4bb}';
export const WITH_VARIATION_SELECTOR = '\u2764\ufe0f';
export const UNRELATED_AND_INDICATOR = `${UNRELATED}\u{1f1e9}`;

export function makeQuestions(): Questions {
  const samples = BLOCKS.flatMap(samplesOf);
  const characters = samples.map(({ first }) => String.fromCodePoint(first));
  const bases = characters.filter((character) => /^\p{Emoji_Modifier_Base}$/u.test(character));
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
  return Array.from({ length: (last - first + 1) / step }, (_, index) => {
    const start = first + index * step;
    return { first: start, last: start + step - 1 };
  });
}

/** Where the cursor is: `ESC [ 1 ; column R` comes back, always this long, as no text is wider than 8. */
const ASK_CURSOR = '\x1b[6n';
export const REPLY_BYTES = 6;

/** Prints each text at the top left and asks where the cursor is then. */
export function questionSheet(texts: readonly string[]): string {
  return texts.map((text) => `\x1b[H${text}${ASK_CURSOR}`).join('');
}

export const FLAG_LETTERS = ['\u{1f1e9}', '\u{1f1ea}'] as const;

/** More marks than any character of tmux has room for; the bar takes the place of what found none. */
export const BAR = '|';
const MANY_MARKS = '\u0301'.repeat(200) + BAR;

/**
 * Drawn, to be read back from the screen, as no cursor tells it. First line: two regional indicators,
 * of which the second cell is erased. Two lines of one character with all marks that fit, in the two
 * parities of bytes.
 */
export const DRAWING: string = [
  '\x1b[2J\x1b[H',
  `${FLAG_LETTERS.join('')}\x1b[1;2H\x1b[X`,
  `\x1b[2;1He${MANY_MARKS}`,
  `\x1b[3;1H\u00e9${MANY_MARKS}`,
  `\x1b[H${ASK_CURSOR}`,
].join('');
