import type { ComponentProps } from 'react';
import type { Spoken } from './spoken.js';

interface StatusProps extends Omit<ComponentProps<'p'>, 'children'> {
  readonly said: Spoken;
}

/**
 * A live region. It stays in the page, and what is in it is put there anew each time: a screen reader hears only of what
 * changes.
 */
export function Status({ said: { words, times }, ...rest }: StatusProps) {
  return (
    <p role="status" {...rest}>
      <span key={times}>{words}</span>
    </p>
  );
}
