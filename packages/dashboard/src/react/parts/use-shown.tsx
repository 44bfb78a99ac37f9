import { useState } from 'react';
import { useFormats } from '../words/formats.js';

/** How many more are shown at a time. */
const STEP = 50;

/** The first few of a list, and a button for more where there are any. */
export function useShown<T>(all: readonly T[], first: number) {
  const formats = useFormats();
  const [count, setCount] = useState(first);
  const hidden = Math.max(0, all.length - count);
  const more = hidden > 0 && (
    <button type="button" className="dash-more" onClick={() => setCount(count + STEP)}>
      Show {formats.number(Math.min(STEP, hidden))} more
    </button>
  );
  return { shown: all.slice(0, count), more };
}
