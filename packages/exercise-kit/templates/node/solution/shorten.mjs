// Makes texts fit into headlines.

/** Makes a text fit into `longest` characters, cut at the end of a word. */
export function shorten(text, longest) {
  if (text.length <= longest) return text;
  const room = longest - 1;
  let kept = text.slice(0, room);
  if (text[room] !== ' ' && kept.includes(' ')) {
    kept = kept.slice(0, kept.lastIndexOf(' '));
  }
  return `${kept.trimEnd()}…`;
}
