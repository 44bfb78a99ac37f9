// Makes texts fit into headlines.

/** Makes a text fit into `longest` characters, cut at the end of a word. */
export function shorten(text, longest) {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).trimEnd()}…`;
}
