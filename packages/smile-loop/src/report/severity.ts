import { SEVERITIES } from '../contract/report.js';
import type { Trigger } from '../contract/triggers.js';

export type Severity = (typeof SEVERITIES)[number];

/** The least that each reason to ask weighs; a mentor may find it worse, but not better. */
const LEAST: Readonly<Record<Trigger, Severity>> = {
  missing_dependency: 'medium',
  timeout: 'medium',
  ambiguous_instruction: 'low',
  check_failed: 'medium',
  command_failure: 'medium',
  max_retries: 'medium',
};

/** What else makes a gap worse, whatever the reason to ask. */
const WORSE = {
  /** The run ended here: nobody completes the tutorial. */
  final: 'high',
  /** Met again after a mentor had helped with it. */
  repeated: 'high',
} as const satisfies Readonly<Record<string, Severity>>;

interface Weighed {
  trigger: Trigger;
  final: boolean;
  repeated: boolean;
  claimed: Severity | undefined;
}

/** The worst that any of the rules says. */
export function severityOf({ trigger, final, repeated, claimed }: Weighed): Severity {
  const said = [LEAST[trigger], claimed, final ? WORSE.final : undefined, repeated ? WORSE.repeated : undefined];
  return SEVERITIES.find((severity) => said.includes(severity)) ?? LEAST[trigger];
}

/** For sorting: the worse the smaller. */
export function rankOf(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}
