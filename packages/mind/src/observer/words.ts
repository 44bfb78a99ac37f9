const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A length of time for people: `12s`, `3m12s`, `2h5m`. A clock that was set back makes none that is negative. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < MINUTE) return `${seconds}s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m${seconds % MINUTE}s`;
  return `${Math.floor(seconds / HOUR)}h${Math.floor((seconds % HOUR) / MINUTE)}m`;
}

/** As `duration`; `never` where nothing has happened. */
export function timeSince(ms: number | undefined): string {
  return ms === undefined ? 'never' : duration(ms);
}

/** A text on one line, without anything that a terminal would take for a key. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
