/** At most so many UTF-16 units from the beginning of a text, and no half characters. */
export function beginning(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** A text of at most so many UTF-16 units; where something is left out, it ends with an ellipsis. */
export function shortened(text: string, length: number): string {
  return text.length > length ? `${beginning(text, length - 1)}…` : text;
}
