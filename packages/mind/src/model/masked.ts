/** How keys and tokens of the vendor begin: one that somebody else has pasted is nobody's business either. */
const KEY_LIKE = /sk-ant-[\w-]{8,}/g;
/** Shorter than any key: what is masked by chance would be a word. */
const MIN_SECRET = 8;

/** A text of a model's or of the vendor's without keys: that in use, and whatever looks like one. */
export function masked(text: string, secret = ''): string {
  const plain = secret.length < MIN_SECRET ? text : text.replaceAll(secret, '…');
  return plain.replace(KEY_LIKE, '…');
}
