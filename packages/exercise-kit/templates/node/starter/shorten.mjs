// Makes texts fit into headlines.

/**
 * Makes a text fit into `longest` characters.
 *
 * A text that fits comes back as it is. A longer one is cut at the end of a
 * word, and ends with the one character "…", which counts. As many words stay
 * as fit; the first one always does.
 *
 *     shorten('good morning', 20)                   'good morning'
 *     shorten('good morning to everybody', 16)      'good morning to…'
 */
export function shorten(text, longest) {
  throw new Error('TODO: write shorten');
}
