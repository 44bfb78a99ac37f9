import type { Settings } from '../../client/settings/settings-format.js';

/** The values a setting may have, with their names for the student, in the order they are offered. */
export type Choices<T> = readonly (readonly [value: T, name: string])[];

export const THEME_NAMES: Choices<Settings['theme']> = [
  ['site', 'Same as the page'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export const CURSOR_NAMES: Choices<Settings['cursorStyle']> = [
  ['block', 'Block'],
  ['bar', 'Bar'],
  ['underline', 'Underline'],
];

export const BELL_NAMES: Choices<Settings['bell']> = [
  ['off', 'Off'],
  ['visual', 'Flash'],
  ['sound', 'Sound'],
];

export const SCROLLBACK_NAMES: Choices<Settings['scrollback']> = [
  ['all', 'Everything'],
  [20_000, '20,000 lines'],
  [5000, '5,000 lines'],
  [1000, '1,000 lines'],
];

export const RENDERER_NAMES: Choices<Settings['renderer']> = [
  ['auto', 'Automatic'],
  ['webgl', 'Graphics card (WebGL)'],
  ['dom', 'The page itself (DOM)'],
];

/** Fonts that many computers have. The first entry stands for all of them, in our own order. */
export const FONT_NAMES: Choices<string> = [
  ['', 'Usual'],
  ['JetBrains Mono', 'JetBrains Mono'],
  ['Cascadia Mono', 'Cascadia Mono'],
  ['Fira Code', 'Fira Code'],
  ['SF Mono', 'SF Mono'],
  ['Menlo', 'Menlo'],
  ['Consolas', 'Consolas'],
  ['Ubuntu Mono', 'Ubuntu Mono'],
  ['DejaVu Sans Mono', 'DejaVu Sans Mono'],
  ['Liberation Mono', 'Liberation Mono'],
  ['ui-monospace', 'Same as the system'],
];
