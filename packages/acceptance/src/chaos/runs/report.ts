export interface Violation {
  readonly step: number;
  readonly fault: string;
  readonly problem: string;
}

export interface Report {
  readonly seed: number;
  steps: number;
  /** How often each fault has struck. */
  readonly counts: Map<string, number>;
  /** Why a fault cannot be done here. */
  readonly skipped: Map<string, string>;
  readonly violations: Violation[];
  /** Folder with the daemon's logs, if something was found. */
  logs: string | undefined;
}

const NAME_WIDTH = 22;

/** What struck how often, what did not hold, and how to see it again. */
export function asText({ seed, steps, counts, skipped, violations, logs }: Report, repeat: string): string {
  const found = (fault: string) => violations.filter((violation) => violation.fault === fault).length;
  const rows = [...counts].map(
    ([fault, times]) => `${fault.padEnd(NAME_WIDTH)}${String(times).padStart(6)}${String(found(fault)).padStart(12)}`,
  );
  return [
    `${'fault'.padEnd(NAME_WIDTH)}${'times'.padStart(6)}${'violations'.padStart(12)}`,
    ...rows,
    ...[...skipped].map(([fault, reason]) => `${fault} was left out: ${reason}`),
    '',
    `${steps} steps, ${violations.length} violations, seed ${seed}`,
    ...(logs === undefined ? [] : [`The daemon's logs: ${logs}`]),
    `Again: ${repeat}`,
    '',
  ].join('\n');
}
