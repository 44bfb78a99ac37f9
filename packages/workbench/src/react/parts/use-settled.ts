import { useEffect, useState } from 'react';

/** True once `value` has been true for so many milliseconds; false at once when it is false again. */
export function useSettled(value: boolean, afterMs: number): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    setSettled(false);
    if (!value) return undefined;
    const timer = setTimeout(() => setSettled(true), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return value && settled;
}
