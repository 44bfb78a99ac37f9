import type { Verdict } from '../contract/loop-state.js';

/** What came of judging: a verdict, or why the checks themselves cannot be used. */
export type JudgeFinding = { readonly verdict: Verdict } | { readonly unusable: string };

/** The contract's, of a criterion's message. */
export const MAX_MESSAGE_CHARS = 4000;

/** What a check may use: the container's own environment, which has no secret in it. */
export function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
