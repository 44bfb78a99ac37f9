const MAX_LISTED = 10;

/** Each text that comes more than once, once. */
export function repeated(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(texts.filter((text) => seen.size === seen.add(text).size))];
}

/** Enough names to find the one that was meant. */
export function listed(names: readonly string[]): string {
  const some = names.slice(0, MAX_LISTED).join(', ');
  return names.length > MAX_LISTED ? `${some}, and ${names.length - MAX_LISTED} more` : some;
}
