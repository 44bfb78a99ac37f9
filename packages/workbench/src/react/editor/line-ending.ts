/** How the lines of a text end, in words; nothing for a text of one line. The first line stands for all. */
export function lineEndingOf(text: string): string {
  const end = text.indexOf('\n');
  if (end < 0) return '';
  return text[end - 1] === '\r' ? 'CR LF' : 'LF';
}
