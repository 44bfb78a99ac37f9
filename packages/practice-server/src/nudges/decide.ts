import type { Presence } from '@agent-factory/protocol';
import type { AgentState } from '@agent-factory/protocol/events';
import {
  MAX_UNANSWERED_NUDGES,
  type NoNudge,
  type NudgeMode,
  QUIET_AFTER_CHECK_MS,
  QUIET_AFTER_NUDGE_MS,
} from '@agent-factory/protocol/nudges';

/** Everything on which a nudge depends. Times are milliseconds. */
export interface NudgeFacts {
  readonly mode: NudgeMode;
  readonly isMuted: boolean;
  /** The agent in the terminal; undefined without one, as in a plain shell. */
  readonly agent: AgentState | undefined;
  /** Of every page that shows the session. */
  readonly pages: readonly Presence[];
  /** Something was typed into the terminal that is not sent yet. */
  readonly isDrafting: boolean;
  readonly isChecking: boolean;
  /** How many nudges in a row went unanswered. */
  readonly unanswered: number;
  /** Since the student last did something, or the last nudge came. */
  readonly stillForMs: number;
  /** Since the last check ended; undefined without one. */
  readonly sinceCheckMs: number | undefined;
  /** Since the last nudge was offered or sent, by whoever it was; undefined without one. */
  readonly sinceNudgeMs: number | undefined;
  /** How long the student has to be still. 0: there are no nudges. */
  readonly afterMs: number;
}

export type NudgeDecision =
  | { readonly kind: 'nudge' }
  | { readonly kind: 'later'; readonly inMs: number }
  | { readonly kind: 'no'; readonly because: NoNudge };

/** Decides whether the student is nudged because they are still. */
export function decideNudge(facts: NudgeFacts): NudgeDecision {
  const [because] = reasonsAgainst(facts);
  if (because !== undefined) return { kind: 'no', because };
  const inMs = Math.max(
    facts.afterMs - facts.stillForMs,
    facts.sinceCheckMs === undefined ? 0 : QUIET_AFTER_CHECK_MS - facts.sinceCheckMs,
  );
  return inMs > 0 ? { kind: 'later', inMs } : { kind: 'nudge' };
}

/**
 * Why nobody nudges now who has a reason of their own for it, and so need not wait until the student is still. Whether
 * the student is there, they know by what the student does: the terminal may be on a page that is not seen.
 */
export function reasonAgainstOthers(facts: NudgeFacts): NoNudge | undefined {
  const because = reasonsAgainst(facts).find((reason) => reason !== 'unseen');
  if (because !== undefined) return because;
  if (isWithin(facts.sinceCheckMs, QUIET_AFTER_CHECK_MS)) return 'checked';
  return isWithin(facts.sinceNudgeMs, QUIET_AFTER_NUDGE_MS) ? 'nudged' : undefined;
}

function isWithin(sinceMs: number | undefined, ms: number): boolean {
  return sinceMs !== undefined && sinceMs < ms;
}

/** They hold until something changes, however long the student is still. */
function reasonsAgainst(facts: NudgeFacts): NoNudge[] {
  const reasons: readonly (readonly [boolean, NoNudge])[] = [
    [facts.mode === 'off' || facts.afterMs === 0, 'off'],
    [facts.isMuted, 'muted'],
    [facts.agent === undefined || facts.agent === 'exited', 'no_agent'],
    [facts.agent !== 'waiting', 'agent_at_work'],
    [!facts.pages.some(({ visible }) => visible), 'unseen'],
    [facts.isDrafting || facts.pages.some(({ visible, busy }) => visible && busy), 'student_busy'],
    [facts.isChecking, 'checking'],
    [facts.unanswered >= MAX_UNANSWERED_NUDGES, 'unanswered'],
  ];
  return reasons.filter(([holds]) => holds).map(([, because]) => because);
}
