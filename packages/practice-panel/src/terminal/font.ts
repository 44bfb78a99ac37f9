/** The terminal's type. It is measured before there is a terminal, so it stands apart from it. */
export const FONT_SIZE_PX = 13;
export const FONT_STACK =
  "'JetBrains Mono', 'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
/** Height of a line as a multiple of the font's own. */
export const LINE_HEIGHT = 1.15;
