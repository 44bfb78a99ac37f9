import { Fragment } from 'react';

/** Words of an author: what stands between two backticks is code, and all else is as it was written. */
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
