import type { Presence } from '@agent-factory/protocol';
import type { AgentState } from '@agent-factory/protocol/events';
import { MAX_UNANSWERED_NUDGES, type NudgeMode, QUIET_AFTER_CHECK_MS } from '@agent-factory/protocol/nudges';

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
  /** How long the student has to be still. 0: there are no nudges. */
  readonly afterMs: number;
}

/** Why there is no nudge, until something changes. */
type NoNudge = 'off' | 'muted' | 'no_agent' | 'agent_at_work' | 'unseen' | 'student_busy' | 'checking' | 'unanswered';

export type NudgeDecision =
  | { readonly kind: 'nudge' }
  | { readonly kind: 'later'; readonly inMs: number }
  | { readonly kind: 'no'; readonly because: NoNudge };

/** The one place that decides whether the student is nudged, whoever would like to. */
export function decideNudge(facts: NudgeFacts): NudgeDecision {
  const because = reasonAgainst(facts);
  if (because !== undefined) return { kind: 'no', because };
  const inMs = Math.max(
    facts.afterMs - facts.stillForMs,
    facts.sinceCheckMs === undefined ? 0 : QUIET_AFTER_CHECK_MS - facts.sinceCheckMs,
  );
  return inMs > 0 ? { kind: 'later', inMs } : { kind: 'nudge' };
}

function reasonAgainst(facts: NudgeFacts): NoNudge | undefined {
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
  return reasons.find(([holds]) => holds)?.[1];
}
