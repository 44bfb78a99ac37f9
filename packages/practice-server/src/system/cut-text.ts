/** The beginning of a text, of at most so many UTF-16 units: none of them half a character. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
