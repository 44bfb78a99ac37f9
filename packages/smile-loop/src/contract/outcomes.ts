import * as z from 'zod';

/** How a loop stands. The first five are the words of the reports; the others tell that it was ended from outside. */
export const LOOP_STATUSES = [
  'running',
  'completed',
  'max_iterations',
  'blocker',
  'timeout',
  'stopped',
  'failed',
] as const;
export const loopStatusSchema = z.enum(LOOP_STATUSES);
export type LoopStatus = z.infer<typeof loopStatusSchema>;

/**
 * What a run says. Only `passed` and `docs_gap` are about the tutorial; the others say why this run says nothing
 * about it: too little time or money, the machine or the network, this program, the model's own refusal.
 */
export const OUTCOMES = [
  'passed',
  'docs_gap',
  'budget_exhausted',
  'infra_error',
  'harness_error',
  'agent_refusal',
] as const;
export const outcomeSchema = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof outcomeSchema>;

export function isAboutTutorial(outcome: Outcome): boolean {
  return outcome === 'passed' || outcome === 'docs_gap';
}
