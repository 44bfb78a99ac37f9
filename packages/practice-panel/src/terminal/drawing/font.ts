import type { Settings } from '../../client/settings/settings-format.js';

const OURS =
  "'JetBrains Mono', 'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/** Names that stand for a kind of font, and lose that meaning in quotes. */
const GENERIC = ['monospace', 'ui-monospace'];

/** The terminal's type. It is measured before there is a terminal, so it stands apart from it. */
export interface Font {
  /** CSS `font-family`. */
  readonly family: string;
  /** In CSS pixels. */
  readonly size: number;
}

/** Height of a line as a multiple of the font's own. */
export const LINE_HEIGHT = 1.15;

/** The font that is set. Where the computer lacks it, the next of our own choice stands in. */
export function fontOf({ fontFamily, fontSize }: Settings): Font {
  const names = fontFamily.split(',').map((name) => name.trim());
  const chosen = names.filter((name) => name !== '').map((name) => (GENERIC.includes(name) ? name : `'${name}'`));
  return { family: [...chosen, OURS].join(', '), size: fontSize };
}
