import type { Locator } from '@playwright/test';

/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** What a cell looks like on the screen, whoever has drawn it. */
export interface PaintedCell {
  /** The colour of most of its pixels. */
  readonly ground: Rgb;
  /** The colour that is most unlike the ground, of those of several pixels. */
  readonly ink: Rgb;
  /** How many of its pixels are unlike the ground, from 0 to 1. */
  readonly share: number;
  /** The same without its outer columns, over which its neighbours may reach. */
  readonly innerShare: number;
}

/** A picture of the live terminal, divided into its cells. */
export async function paintedCells(terminal: Locator, cols: number, rows: number): Promise<PaintedCell[][]> {
  const screen = terminal.locator(':scope > .xterm .xterm-screen');
  const picture = (await screen.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64');
  return terminal.evaluate(readCells, { picture, cols, rows });
}

/** Runs in the page, which can read pictures. */
async function readCells(
  _host: Element,
  { picture, cols, rows }: { picture: string; cols: number; rows: number },
): Promise<PaintedCell[][]> {
  /** Channels further apart than this are another colour; less is the edge of a letter, or rounding. */
  const unlike = 48;
  /** The DOM renderer's cells are no whole pixels wide, and so their edges are up to two pixels elsewhere. */
  const outer = 2;
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (canvas === null) throw new Error('Nothing to read the picture with');
  canvas.drawImage(bitmap, 0, 0);
  const distance = (one: Rgb, other: Rgb) =>
    Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? 0))));
  const pixelsOf = (col: number, row: number, without = 0) => {
    const left = Math.round((col * bitmap.width) / cols) + without;
    const right = Math.round(((col + 1) * bitmap.width) / cols) - without;
    const top = Math.round((row * bitmap.height) / rows);
    const bottom = Math.round(((row + 1) * bitmap.height) / rows);
    const { data } = canvas.getImageData(left, top, right - left, bottom - top);
    return Array.from({ length: data.length / 4 }, (_, at): Rgb => {
      const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
      return [red, green, blue];
    });
  };
  const mostOf = (pixels: readonly Rgb[]) => {
    const counts = new Map<string, number>();
    for (const pixel of pixels) counts.set(pixel.join(), (counts.get(pixel.join()) ?? 0) + 1);
    const [most = '0,0,0'] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
    const [red = 0, green = 0, blue = 0] = most.split(',').map(Number);
    return [red, green, blue] as const;
  };
  const readCell = (col: number, row: number): PaintedCell => {
    const pixels = pixelsOf(col, row);
    const ground = mostOf(pixels);
    const inkOf = (all: readonly Rgb[]) => all.filter((pixel) => distance(pixel, ground) > unlike);
    const inked = inkOf(pixels);
    const inner = pixelsOf(col, row, outer);
    // Not the very last, which may be an accident of one pixel.
    const [first = ground, , , ink = first] = inked.sort(
      (one, other) => distance(other, ground) - distance(one, ground),
    );
    const innerShare = inkOf(inner).length / inner.length;
    return { ground, ink, share: inked.length / pixels.length, innerShare };
  };
  return Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => readCell(col, row)));
}
