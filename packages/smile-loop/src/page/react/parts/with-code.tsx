/** A sentence in which what stands between backquotes is code. */
export function WithCode({ text }: { text: string }) {
  return text.split(/`([^`\n]+)`/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
