/** Whether two names mean one topic: the same words, in whatever order and case. */
export function isSameTopic(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return words.size > 0 && words.size === others.size && [...words].every((word) => others.has(word));
}

/** Whether a text names a topic: all of its words. */
export function names(text: string, topic: string): boolean {
  const [there, words] = [wordsOf(text), wordsOf(topic)];
  return words.size > 0 && [...words].every((word) => there.has(word));
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+[+#]*/gu) ?? [];
  return new Set(words.map((word) => (word.length > 4 ? word.replace(/(?<!s)s$/, '') : word)));
}
