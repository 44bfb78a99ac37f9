/**
 * The least sample that at least this share (above 0, at most 1) of all samples does not exceed: the nearest rank, so
 * that what is told was measured. Of all samples, so that a stall counts. NaN without samples.
 */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/** The 99th percentile. */
export function p99(samples: readonly number[]): number {
  return quantile(samples, 0.99);
}

/** Of an even number of samples, the mean of the two in the middle. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

export function mean(samples: readonly number[]): number {
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}
