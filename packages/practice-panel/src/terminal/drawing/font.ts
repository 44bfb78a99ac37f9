import type { Settings } from '../../client/settings/settings-format.js';

const OURS =
  "'JetBrains Mono', 'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/** Names that stand for a kind of font, and lose that meaning in quotes. */
const GENERIC = ['monospace', 'ui-monospace'];

/** The terminal's font. It is measured before there is a terminal, so it is kept apart. */
export interface Font {
  /** CSS `font-family`. */
  readonly family: string;
  /** In CSS pixels. */
  readonly size: number;
}

/** Height of a line as a multiple of the font's own. */
export const LINE_HEIGHT = 1.15;

/** The chosen font. If the computer lacks it, our own choices follow. */
export function fontOf({ fontFamily, fontSize }: Settings): Font {
  const names = fontFamily.split(',').map((name) => name.trim());
  const chosen = names.filter((name) => name !== '').map((name) => (GENERIC.includes(name) ? name : `'${name}'`));
  return { family: [...chosen, OURS].join(', '), size: fontSize };
}
