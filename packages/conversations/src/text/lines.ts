/** Whatever ends a line for somebody who reads it: also what does so in few programs. */
const LINE_END = /\r\n|[\n\r\u2028\u2029\u0085\v\f]/;

export function linesOf(text: string): string[] {
  return text.split(LINE_END);
}

/** In one line, whatever is in it. */
export function oneLine(text: string): string {
  return linesOf(text).join(' ').trim();
}

/** Told apart from everything around it, whatever is in it. */
export function quoted(text: string): string {
  return linesOf(text)
    .map((line) => `> ${line}`)
    .join('\n');
}

/** At most so many UTF-16 units from the end of a text, and no half characters. */
export function ending(text: string, length: number): string {
  return text.slice(-length).replace(/^[\uDC00-\uDFFF]/, '');
}
