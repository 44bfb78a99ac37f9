/** Bounds of the text size in CSS pixels: below 8 it is unreadable, and above 32 a phone shows four words in a line. */
export const MIN_FONT_SIZE = 8;
export const MAX_FONT_SIZE = 32;

/** Longest name of a font; a list of ten is under 200 characters. */
const MAX_FONT_NAME_LENGTH = 200;

/** Fewest lines of history that can be asked for: a screen or two are always there to read. */
const MIN_SCROLLBACK = 100;

const THEMES = ['site', 'light', 'dark'] as const;
const CURSOR_STYLES = ['block', 'bar', 'underline'] as const;
const BELLS = ['off', 'visual', 'sound'] as const;
const RENDERERS = ['auto', 'webgl', 'dom'] as const;

/** How a student wants their terminals. */
export interface Settings {
  /** Names of fonts in order of preference, separated by commas, without quotes; empty for our own choice. */
  readonly fontFamily: string;
  /** In CSS pixels. */
  readonly fontSize: number;
  /** Colours of the terminal: those of the site's current theme, or always the same. */
  readonly theme: (typeof THEMES)[number];
  readonly cursorStyle: (typeof CURSOR_STYLES)[number];
  readonly cursorBlink: boolean;
  /** Most lines of history to fetch when the student scrolls back; 'all' is every line that tmux has. */
  readonly scrollback: number | 'all';
  readonly bell: (typeof BELLS)[number];
  /** What draws the terminal; 'auto' is WebGL if a graphics card does the drawing. */
  readonly renderer: (typeof RENDERERS)[number];
  /** Lets a screen reader follow the output line by line. */
  readonly screenReader: boolean;
  /** Shows a notification of the browser's when the tutor waits and nobody sees the page. */
  readonly notifyWhenWaiting: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  fontFamily: '',
  fontSize: 13,
  theme: 'site',
  cursorStyle: 'block',
  cursorBlink: false,
  scrollback: 'all',
  bell: 'off',
  renderer: 'auto',
  screenReader: false,
  notifyWhenWaiting: false,
};

type Parts = { readonly [Key in keyof Settings]: (value: unknown) => value is Settings[Key] };

const isBoolean = (value: unknown) => typeof value === 'boolean';
const oneOf =
  <T extends string>(choices: readonly T[]) =>
  (value: unknown): value is T =>
    choices.some((choice) => choice === value);
const isWithin = (value: unknown, low: number, high: number): value is number =>
  Number.isInteger(value) && (value as number) >= low && (value as number) <= high;

const IS_VALID: Parts = {
  fontFamily: isFontFamily,
  fontSize: (value) => isWithin(value, MIN_FONT_SIZE, MAX_FONT_SIZE),
  theme: oneOf(THEMES),
  cursorStyle: oneOf(CURSOR_STYLES),
  cursorBlink: isBoolean,
  scrollback: (value): value is Settings['scrollback'] =>
    value === 'all' || isWithin(value, MIN_SCROLLBACK, Number.MAX_SAFE_INTEGER),
  bell: oneOf(BELLS),
  renderer: oneOf(RENDERERS),
  screenReader: isBoolean,
  notifyWhenWaiting: isBoolean,
};

/** The valid settings in `value`; the rest come from `others`. Never throws. */
export function parseSettings(value: unknown, others: Settings = DEFAULT_SETTINGS): Settings {
  if (typeof value !== 'object' || value === null) return others;
  const valid = Object.entries(value).filter(
    ([key, part]) => Object.hasOwn(IS_VALID, key) && IS_VALID[key as keyof Settings](part),
  );
  return { ...others, ...Object.fromEntries(valid) };
}

/** The settings in a stored text of any version, with defaults for what it lacks. Never throws. */
export function storedSettings(text: string | null): Settings {
  try {
    return parseSettings(JSON.parse(text ?? '{}'));
  } catch {
    return DEFAULT_SETTINGS;
  }
}

/** Whether this consists of font names alone, and of nothing that could end the declaration or fetch something. */
export function isFontFamily(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_FONT_NAME_LENGTH && /^[\p{L}\p{N} ,._-]*$/u.test(value);
}
