import type { Cell } from '../cell.js';

/** How the characters that follow in a captured line look. */
export interface Style {
  readonly fg: string;
  readonly bg: string;
  /** Names of `Cell['attributes']` that are on, but for the underline. */
  readonly on: ReadonlySet<string>;
  /** 1 to 5 as in SGR 4:1 to 4:5; 0 without one. */
  readonly underline: number;
  readonly underlineColour: string;
  readonly link: string;
  /** Whether ASCII stands for characters that draw lines (SO and SI). */
  readonly drawsLines: boolean;
}

export const PLAIN: Style = {
  fg: 'default',
  bg: 'default',
  on: new Set(),
  underline: 0,
  underlineColour: 'default',
  link: '',
  drawsLines: false,
};

/** In the order of `Cell['attributes']`; the underline comes after the third. */
const BEFORE_UNDERLINE = ['bold', 'italic', 'dim'];
const AFTER_UNDERLINE = ['blink', 'inverse', 'invisible', 'strikethrough', 'overline'];

const CODES: Readonly<Record<number, string>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  5: 'blink',
  7: 'inverse',
  8: 'invisible',
  9: 'strikethrough',
  53: 'overline',
};

/** Which colour the codes from this one on set, and how far its palette is from them. */
const COLOUR_RANGES = [
  [30, 'fg', 0],
  [40, 'bg', 0],
  [90, 'fg', 8],
  [100, 'bg', 8],
] as const;

const EXTENDED = { 38: 'fg', 48: 'bg', 58: 'underlineColour' } as const;
const DEFAULTS = { 39: 'fg', 49: 'bg', 59: 'underlineColour' } as const;

/** A code of an SGR sequence with what belongs to it, as `4:3`, or `38` with `5` and `208`. */
type Code = readonly [code: number, ...more: number[]];

/**
 * The style after an SGR sequence of tmux' capture, by what stands between `CSI` and `m`. Throws on a code that tmux
 * has no reason to print: what a decoder passes over, no comparison sees.
 */
export function withSgr(style: Style, parameters: string): Style {
  return codesOf(parameters).reduce(withCode, style);
}

function codesOf(parameters: string): Code[] {
  const waiting = parameters.split(';').map((part) => part.split(':').map(Number));
  const codes: Code[] = [];
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const [code = 0, ...more] = part;
    const takesMore = code in EXTENDED && more.length === 0;
    const length = waiting[0]?.[0] === 2 ? 4 : 2;
    codes.push([code, ...(takesMore ? waiting.splice(0, length).flat() : more)]);
  }
  return codes;
}

function withCode(style: Style, [code, ...more]: Code): Style {
  // tmux 3.3 prints overline, 53, as a style of blinking: it takes every two-digit code for an underline's.
  if (code === 5 && more[0] === 3) return withCode(style, [53]);
  if (code === 0) return { ...PLAIN, link: style.link, drawsLines: style.drawsLines };
  if (code === 4) return { ...style, underline: more[0] ?? 1 };
  const name = CODES[code];
  if (name !== undefined) return { ...style, on: new Set([...style.on, name]) };
  return { ...style, ...colourOf(code, more) };
}

function colourOf(code: number, more: readonly number[]): Partial<Style> {
  if (code in EXTENDED) return { [EXTENDED[code as keyof typeof EXTENDED]]: extendedColour(more) };
  if (code in DEFAULTS) return { [DEFAULTS[code as keyof typeof DEFAULTS]]: 'default' };
  const range = COLOUR_RANGES.find(([first]) => code >= first && code < first + 8);
  if (range === undefined) throw new Error(`tmux captures no SGR ${[code, ...more].join(':')}`);
  const [first, which, from] = range;
  return { [which]: `palette:${code - first + from}` };
}

/** `5:n`, or `2:r:g:b` with or without a colour space before the three. */
function extendedColour([form, ...values]: readonly number[]): string {
  if (form === 5) return `palette:${values[0]}`;
  const hex = values.slice(-3).map((channel) => channel.toString(16).padStart(2, '0'));
  if (form !== 2 || hex.length < 3) throw new Error(`tmux captures no colour ${[form, ...values].join(':')}`);
  return `rgb:${hex.join('')}`;
}

/** What a cell of this style has beside its character. */
export function looksOf(style: Style): Pick<Cell, 'fg' | 'bg' | 'attributes' | 'link'> {
  const { fg, bg, on, underline, underlineColour, link } = style;
  const names = [
    ...BEFORE_UNDERLINE.filter((name) => on.has(name)),
    ...(underline > 0 ? [`underline:${underline}:${underlineColour}`] : []),
    ...AFTER_UNDERLINE.filter((name) => on.has(name)),
  ];
  return { fg, bg, attributes: names.join(' '), link };
}
