import { type Font, LINE_HEIGHT } from '../drawing/font.js';
import type { PixelSize } from './grid.js';

/**
 * The size of one cell as xterm's renderers compute it (`_updateDimensions` in each): a line is whole
 * device pixels high, and a cell whole device pixels wide where WebGL draws it.
 */
export function cellSize(character: PixelSize, devicePixelRatio: number, webgl: boolean): PixelSize {
  const width = character.width * devicePixelRatio;
  const height = Math.floor(Math.ceil(character.height * devicePixelRatio) * LINE_HEIGHT);
  return { width: (webgl ? Math.floor(width) : width) / devicePixelRatio, height: height / devicePixelRatio };
}

/** The size of a character in this font, measured as xterm does; undefined if nothing can be drawn. */
export function characterSize({ family, size }: Font): PixelSize | undefined {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return undefined;
  context.font = `${size}px ${family}`;
  const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('W');
  return { width, height: fontBoundingBoxAscent + fontBoundingBoxDescent };
}
