import type { ClientPayload, ObserverSignal, Range, ServerPayload } from '@agent-factory/protocol/coach';
import type { Explanation, MindStatus } from '@agent-factory/protocol/mind';

/** Whether somebody watches over the session, and may speak unasked. */
export interface ObserverView {
  readonly active: boolean;
  readonly muted: boolean;
  /** Why it has spoken last; null as long as it has not. */
  readonly nudged: ObserverSignal | null;
}

/** What the student wants explained: the lines of an open file; one without a length means its whole line. */
export interface Marked {
  readonly path: string;
  readonly range: Range;
}

/** The one explanation that was asked for last. `failed`: `message` says why, and what to do. */
export type ExplanationView = { readonly marked: Marked } & (
  | { readonly status: 'asked' }
  | { readonly status: 'answered'; readonly answer: Explanation }
  | { readonly status: 'failed'; readonly message: string }
);

/** What the coach has noted at the plan. */
type PlanNotes = Pick<ServerPayload<'coaching:plan_ready'>, 'memoryConnection' | 'estimatedDifficulty'>;

/** How much was learnt from a session. */
export type SessionCounts = Omit<ServerPayload<'session:completed'>, 'sessionId'>;

/** How the student's wish to end the session stands, or what came of one that has ended without it. */
export type SessionEnd =
  | { readonly status: 'asked' }
  /** `counts`: null where they were told before this page came; `summary` says the same in words, if there is one. */
  | { readonly status: 'ended'; readonly counts: SessionCounts | null; readonly summary: string }
  | { readonly status: 'failed'; readonly message: string };

/** What the daemon tells of its mind. Each is null until there is something to tell. */
export interface MindState {
  readonly observer: ObserverView | null;
  readonly explanation: ExplanationView | null;
  readonly plan: PlanNotes | null;
  readonly ended: SessionEnd | null;
  /** What the student has turned on and off, and what works. */
  readonly parts: MindStatus['parts'] | null;
  /** Where memories are kept, and whether they are reached. */
  readonly memory: MindStatus['memory'] | null;
}

export const NO_MIND: MindState = {
  ...{ observer: null, explanation: null, plan: null, ended: null },
  ...{ parts: null, memory: null },
};

export type Question = ClientPayload<'user:explain'>;
