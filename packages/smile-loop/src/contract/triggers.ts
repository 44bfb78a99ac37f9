import * as z from 'zod';

/** Why a student asks, as the configuration switches it on and off; `check_failed` is what a script found, and is always on. */
export const TRIGGERS = [
  'missing_dependency',
  'timeout',
  'ambiguous_instruction',
  'check_failed',
  'command_failure',
  'max_retries',
] as const;

export const triggerSchema = z.enum(TRIGGERS);
export type Trigger = z.infer<typeof triggerSchema>;

/** Of several that fire at once, the one that says most: the earlier in the list. Undefined for none. */
export function mostSpecific(fired: readonly Trigger[]): Trigger | undefined {
  return TRIGGERS.find((trigger) => fired.includes(trigger));
}
