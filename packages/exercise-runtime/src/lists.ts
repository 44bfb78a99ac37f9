const MAX_LISTED = 10;

/** Each text that occurs more than once, listed once. */
export function repeated(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(texts.filter((text) => seen.size === seen.add(text).size))];
}

/** Lists enough names to find the one that was meant. */
export function listed(names: readonly string[]): string {
  const some = names.slice(0, MAX_LISTED).join(', ');
  return names.length > MAX_LISTED ? `${some}, and ${names.length - MAX_LISTED} more` : some;
}
