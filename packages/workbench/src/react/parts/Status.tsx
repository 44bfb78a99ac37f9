import { type ComponentProps, useEffect, useState } from 'react';
import { SILENCE, type Spoken } from './spoken.js';
import { EMPTY_FOR_MS } from './use-filled.js';

interface StatusProps extends Omit<ComponentProps<'p'>, 'children'> {
  readonly said: Spoken;
}

/** A live region. It is emptied before it is filled: a screen reader tells of no words that are there already. */
export function Status({ said, ...rest }: StatusProps) {
  const [told, setTold] = useState(SILENCE);
  useEffect(() => {
    const timer = setTimeout(() => setTold(said), EMPTY_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <p role="status" {...rest}>
      {told === said && said.words}
    </p>
  );
}
