/** Two groups, and how many of each have passed and failed: whole numbers from 0. */
export interface Table {
  passedA: number;
  failedA: number;
  passedB: number;
  failedB: number;
}

/** Tables that are as likely as the one seen count as extreme; the sums of logarithms differ in their last digits. */
const TIE = 1 + 1e-7;

/**
 * Fisher's exact test, two-sided: the probability of a table at least as unlikely as this one, were both groups alike
 * and the sums as they are. By logarithms of factorials, so that large counts do not overflow.
 */
export function fisherExact({ passedA, failedA, passedB, failedB }: Table): number {
  const [sizeA, sizeB, passed] = [passedA + failedA, passedB + failedB, passedA + passedB];
  const logs = logFactorials(sizeA + sizeB);
  const choose = (n: number, k: number) => at(logs, n) - at(logs, k) - at(logs, n - k);
  const probability = (k: number) =>
    Math.exp(choose(sizeA, k) + choose(sizeB, passed - k) - choose(sizeA + sizeB, passed));
  const limit = probability(passedA) * TIE;
  let sum = 0;
  for (let k = Math.max(0, passed - sizeB); k <= Math.min(sizeA, passed); k += 1) {
    const one = probability(k);
    if (one <= limit) sum += one;
  }
  return Math.min(1, sum);
}

function logFactorials(upTo: number): Float64Array {
  const logs = new Float64Array(upTo + 1);
  for (let n = 2; n <= upTo; n += 1) logs[n] = at(logs, n - 1) + Math.log(n);
  return logs;
}

function at(logs: Float64Array, n: number): number {
  const value = logs[n];
  if (value === undefined) throw new RangeError(`No logarithm of ${n}!`);
  return value;
}
