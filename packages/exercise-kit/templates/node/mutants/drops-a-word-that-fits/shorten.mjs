// Makes texts fit into headlines.

/** Makes a text fit into `longest` characters, cut at the end of a word. */
export function shorten(text, longest) {
  if (text.length <= longest) return text;
  const kept = text.slice(0, longest - 1);
  return `${kept.slice(0, kept.lastIndexOf(' ')).trimEnd()}…`;
}
