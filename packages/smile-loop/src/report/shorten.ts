/** The text in at most `limit` characters, and how many were left out. The end stays: errors are at the end. */
export function keepEnd(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `[${text.length - limit} characters left out]\n${text.slice(-limit).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

/** The beginning of the text, in at most `limit` characters, on one line. */
export function keepStart(text: string, limit: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= limit) return line;
  return `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Sequences that move a terminal's cursor, colour or title, with what they carry. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds
const SEQUENCES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])/g;

/** Without terminal sequences and control characters; tabs and line feeds stay. */
export function withoutControls(text: string): string {
  return text
    .replaceAll(SEQUENCES, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069]/gu, '');
}
