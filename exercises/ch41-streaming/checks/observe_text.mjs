// Beside the student's code: goes through pieces of text, all the way.

/** Resolves to all the text that `decode` makes of some chunks. */
export async function joined(decode, chunks) {
  let text = '';
  for await (const piece of decode(chunks)) text += piece;
  return text;
}
