import type { CheckErrorCode, Criterion } from '@agent-factory/protocol';

/** Longest `expected` and `found` that can be read side by side. */
const MAX_SHOWN_LENGTH = 1000;

/** What a criterion expected and what was found, verbatim. */
export interface Difference {
  message: string;
  expected: string;
  found: string;
  /** A file in the workspace, or a command. */
  where: string;
}

/** The outcome of one declared check. `unjudged` is never the student's fault. */
export type Verdict =
  | { kind: 'passed' }
  | ({ kind: 'failed' } & Difference)
  | { kind: 'unjudged'; code: CheckErrorCode; detail: string };

export const PASSED: Verdict = { kind: 'passed' };

export function failed(difference: Difference): Verdict {
  return { kind: 'failed', ...difference };
}

/** The row of a criterion that was judged. */
export function criterionOf(
  { id, name, hint }: { id: string; name: string; hint?: string | undefined },
  verdict: Exclude<Verdict, { kind: 'unjudged' }>,
  durationMs: number,
): Criterion {
  if (verdict.kind === 'passed') return { id, name, passed: true, status: 'passed', durationMs };
  const { message, expected, found, where } = verdict;
  return {
    id,
    name,
    passed: false,
    status: 'failed',
    message: shortened(message),
    expected: shortened(expected),
    found: shortened(found),
    where: shortened(where),
    ...(hint !== undefined && { hint }),
    durationMs,
  };
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
