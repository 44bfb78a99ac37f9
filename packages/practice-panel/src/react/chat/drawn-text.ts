/** Most characters of one text that are drawn: more make every frame slow, and nobody reads them here. */
const MAX_DRAWN_LENGTH = 200_000;

/** What is drawn of a text, and how many characters of it are left out. */
export function drawnText(text: string): { readonly drawn: string; readonly leftOut: number } {
  return { drawn: text.slice(0, MAX_DRAWN_LENGTH), leftOut: Math.max(0, text.length - MAX_DRAWN_LENGTH) };
}
