/** Standard normal quantile of a two-sided interval of 95 %. */
const Z_95 = 1.959963984540054;

/** Bounds of a share, each from 0 to 1. */
export interface Interval {
  low: number;
  high: number;
}

/**
 * The 95 % score interval of a share (Wilson 1927): unlike the plain one it stays within 0 and 1, and says something
 * sensible of few runs, also where all of them passed. Of no run at all it says nothing: 0 to 1.
 */
export function wilsonInterval(successes: number, total: number): Interval {
  if (total === 0) return { low: 0, high: 1 };
  const share = successes / total;
  const square = Z_95 ** 2;
  const scale = 1 + square / total;
  const centre = (share + square / (2 * total)) / scale;
  const half = (Z_95 / scale) * Math.sqrt((share * (1 - share)) / total + square / (4 * total ** 2));
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === total ? 1 : Math.min(1, centre + half),
  };
}
