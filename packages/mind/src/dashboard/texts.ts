/** The beginning of a text, of at most so many UTF-16 units, without half a character at its end. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}

/** The same as one line, for places that have one. */
export function oneLine(text: string, maxLength: number): string {
  // Only so much is looked at as may be left of it: an issue can have 65,536 characters of blanks.
  return cut(
    cut(text, 4 * maxLength)
      .replace(/\s+/g, ' ')
      .trim(),
    maxLength,
  );
}

/** The first few of what a model has listed, each as one line; what is empty is left out. */
export function lines(texts: readonly string[], { most, maxLength }: { most: number; maxLength: number }): string[] {
  return texts
    .map((text) => oneLine(text, maxLength))
    .filter((text) => text !== '')
    .slice(0, most);
}
