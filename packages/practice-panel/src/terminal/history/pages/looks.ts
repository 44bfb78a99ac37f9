import type { ITerminalOptions, Terminal } from '@xterm/xterm';

/** Options that decide how text looks: the history has to look like the terminal it covers. */
const LOOKS = [
  'customGlyphs',
  'drawBoldTextInBrightColors',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontWeightBold',
  'letterSpacing',
  'lineHeight',
  'linkHandler',
  'macOptionClickForcesSelection',
  'minimumContrastRatio',
  'rescaleOverlappingGlyphs',
  'theme',
  'wordSeparator',
] as const satisfies readonly (keyof ITerminalOptions)[];

/** How a terminal looks, as options for another one. */
export function looksOf(terminal: Terminal): ITerminalOptions {
  return Object.fromEntries(LOOKS.map((name) => [name, terminal.options[name]]));
}
