import { Fragment } from 'react';

/** An author's words: text between two backticks is code; everything else stays as written. */
export function Prose({ text }: { readonly text: string }) {
  return text.split(/(`[^`\n]+`)/).map((piece, index) =>
    piece.length > 2 && piece.startsWith('`') && piece.endsWith('`') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <code key={index}>{piece.slice(1, -1)}</code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <Fragment key={index}>{piece}</Fragment>
    ),
  );
}
