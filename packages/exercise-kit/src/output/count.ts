/** A number with its noun: `1 exercise`, `2 exercises`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
