import { useEffect, useState } from 'react';

/** How often to update a wait, in milliseconds: it is shown in minutes, and at its end in tens of seconds. */
const LOOK_EVERY_MS = 1000;

/** Milliseconds left until a time since 1970; 0 once it has come, or if there is nothing to wait for. */
export function useTimeLeft(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const left = until === undefined ? 0 : Math.max(0, until - now);
  const isWaiting = left > 0;
  useEffect(() => {
    setNow(Date.now());
    if (until === undefined) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [until]);
  return isWaiting ? left : 0;
}

/** A wait in words that do not change every second. */
export function waitWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds > 90) return `in ${Math.ceil(seconds / 60)} minutes`;
  if (seconds > 60) return 'in a minute and a half';
  if (seconds > 30) return 'in a minute';
  return seconds > 10 ? 'in half a minute' : 'in a few seconds';
}
