const NUMBERS = /^\d+(?:\.\d+)*/;

/**
 * Whether a version comes before another, number by number. A pre-release counts as its release, which has the same
 * features. Whatever cannot be read is not known to be older.
 */
export function isOlder(version: string | undefined, than: string): boolean {
  const [numbers, others] = [numbersOf(version), numbersOf(than)];
  if (numbers === undefined || others === undefined) return false;
  for (const [index, other] of others.entries()) {
    const difference = (numbers[index] ?? 0) - other;
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function numbersOf(version: string | undefined): number[] | undefined {
  return version === undefined ? undefined : NUMBERS.exec(version)?.[0].split('.').map(Number);
}
