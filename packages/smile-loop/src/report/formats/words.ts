/** Seconds as people say them: `42 s`, `4 min 5 s`, `1 h 2 min`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** US dollars; runs often cost less than a cent. */
export function money(usd: number | null): string {
  if (usd === null) return 'price unknown';
  return `$${usd.toFixed(usd > 0 && usd < 0.01 ? 4 : 2)}`;
}
