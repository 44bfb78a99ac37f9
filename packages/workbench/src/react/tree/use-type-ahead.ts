import { useEffect, useRef } from 'react';

/** Letters that follow each other within this time, in milliseconds, are one beginning: as the systems' own lists have it. */
const TOGETHER_MS = 700;

/** Collects typed letters. Gives the beginning that is looked for with each, or undefined for a key that is no letter. */
export function useTypeAhead(): (event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}) => string | undefined {
  const typed = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return ({ key, ctrlKey, metaKey, altKey }) => {
    if ([...key].length !== 1 || ctrlKey || metaKey || altKey || key === '*') return undefined;
    if (key === ' ' && typed.current === '') return undefined;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      typed.current = '';
    }, TOGETHER_MS);
    // The same letter again and again goes through all that begin with it.
    typed.current = typed.current === key ? key : typed.current + key;
    return typed.current;
  };
}
