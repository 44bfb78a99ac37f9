/** Standard normal quantiles: of a two-sided error of 5 %, and of seeing a difference that is there in 80 % of cases. */
const Z_ERROR = 1.959963984540054;
const Z_POWER = 0.8416212335729143;

/**
 * Runs that each of two versions needs to tell these pass rates (0 to 1) apart, with the continuity correction that
 * fits an exact test (Fleiss, Tytun and Ury 1980). Undefined where the rates are the same: no number is enough.
 */
export function runsNeeded(rateA: number, rateB: number): number | undefined {
  const difference = Math.abs(rateA - rateB);
  if (difference === 0) return undefined;
  const mean = (rateA + rateB) / 2;
  const apart = rateA * (1 - rateA) + rateB * (1 - rateB);
  const plain = (Z_ERROR * Math.sqrt(2 * mean * (1 - mean)) + Z_POWER * Math.sqrt(apart)) ** 2 / difference ** 2;
  return Math.ceil((plain / 4) * (1 + Math.sqrt(1 + 4 / (plain * difference))) ** 2);
}
