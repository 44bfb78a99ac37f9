import { useEffect, useState } from 'react';
import { MAX_FAILURES } from '../../client/terminal/reconnect.js';

interface CountdownProps {
  readonly attempt: number;
  /** 0 while the attempt is under way. */
  readonly delayMs: number;
}

/** Counts down to the next attempt. Screen readers announce the reconnecting once, not every second. */
export function Countdown({ attempt, delayMs }: CountdownProps) {
  const [seconds, setSeconds] = useState(Math.ceil(delayMs / 1000));
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="practice-overlay-text practice-countdown" aria-hidden="true">
      Attempt {attempt} of {MAX_FAILURES}
      {seconds > 0 ? ` in ${seconds} s` : ''}
    </p>
  );
}
