/** How far two colours are apart, from 1 to 21 (WCAG 2.2, contrast ratio); each red, green and blue from 0 to 255. */
export function contrast(one: readonly number[], another: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(another)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => linear(value / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
