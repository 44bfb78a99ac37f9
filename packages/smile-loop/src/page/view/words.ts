import type { LoopStatus, Outcome } from '../../contract/outcomes.js';
import type { Cost } from './view.js';

/** What each outcome is in words: only the first two are about the tutorial. */
const OUTCOMES: Readonly<Record<Outcome, string>> = {
  passed: 'Passed',
  docs_gap: 'Gaps found',
  budget_exhausted: 'Out of budget',
  infra_error: 'The machine failed',
  harness_error: 'The run failed',
  agent_refusal: 'The model refused',
};

/** Of a run that has no outcome. */
const STATUSES: Readonly<Record<LoopStatus, string>> = {
  running: 'Running',
  completed: 'Completed',
  max_iterations: 'Out of tries',
  blocker: 'Blocked',
  timeout: 'Out of time',
  stopped: 'Stopped',
  failed: 'Failed',
};

/** How it stands. A stopped run has an outcome too, but says nothing by it. */
export function standingOf(status: LoopStatus, outcome: Outcome | undefined): string {
  return outcome === undefined || status === 'stopped' ? STATUSES[status] : OUTCOMES[outcome];
}

export function durationOf(milliseconds: number): string {
  if (milliseconds > 0 && milliseconds < 1000) return `${Math.max(0.1, Math.round(milliseconds / 100) / 10)} s`;
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${two(minutes)} min`;
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${two(seconds % 60)} s`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

export function costOf({ usd, tokensIn, tokensOut }: Cost): string {
  const tokens = `${(tokensIn + tokensOut).toLocaleString('en')} tokens`;
  if (usd === null) return tokens;
  return `${usd > 0 && usd < 0.01 ? 'under $0.01' : `$${usd.toFixed(2)}`} · ${tokens}`;
}
