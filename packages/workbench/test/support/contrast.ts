/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export interface Colour {
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

/** Reads `#rrggbb` and `rgb(r g b / a%)`. */
export function parseColour(text: string): Colour {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text.trim());
  if (hex !== null) return { rgb: triple(hex.slice(1).map((part) => Number.parseInt(part, 16))), alpha: 1 };
  const parts = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)%\)$/.exec(text.trim());
  if (parts === null) throw new Error(`not a colour: ${text}`);
  return { rgb: triple(parts.slice(1, 4).map(Number)), alpha: Number(parts[4]) / 100 };
}

function triple([red = 0, green = 0, blue = 0]: number[]): [number, number, number] {
  return [red, green, blue];
}

/** What is seen of a translucent colour that lies over an opaque one. */
export function over(top: Colour, below: Colour): Colour {
  return {
    rgb: triple(top.rgb.map((part, index) => part * top.alpha + (below.rgb[index] ?? 0) * (1 - top.alpha))),
    alpha: 1,
  };
}

/** WCAG 2.2: from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance({ rgb }: Colour): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
