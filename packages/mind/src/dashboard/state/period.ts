import type { Period } from '@agent-factory/protocol/mind';

const DAY_MS = 24 * 3_600_000;
/** Days back; spec: "all" has no beginning. */
const DAYS: Record<Period, number> = { '7d': 7, '30d': 30, all: Number.POSITIVE_INFINITY };

/** When a period begins, in milliseconds since 1970. */
export function beginOf(period: Period, now: number): number {
  return Math.max(0, now - DAYS[period] * DAY_MS);
}
