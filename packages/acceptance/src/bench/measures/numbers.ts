/** The value below which this share (0 to 1) of the samples lies; NaN without samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
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

/** Large enough that the 99th percentile of a block is not its maximum. */
const BLOCK_SAMPLES = 200;

/**
 * The 99th percentile, taken in blocks of consecutive samples, and the median of those: one hiccup
 * of the machine spoils one block, a slowness of the program all of them.
 */
export function steadyP99(samples: readonly number[]): number {
  const blocks = Math.max(1, Math.floor(samples.length / BLOCK_SAMPLES));
  const size = Math.ceil(samples.length / blocks);
  const parts = Array.from({ length: blocks }, (_, n) => samples.slice(n * size, (n + 1) * size));
  return median(parts.map((part) => quantile(part, 0.99)));
}
