import type { Command, Role } from '../../contract/agents.js';
import type { Criterion } from '../../contract/loop-state.js';
import type { LoopStatus, Outcome } from '../../contract/outcomes.js';

/** One thing that happened, in the order in which it is read. */
export type Entry =
  | { readonly kind: 'text' | 'thought'; readonly role: Role; readonly text: string }
  | CommandEntry
  | {
      readonly kind: 'result';
      readonly status: string;
      readonly summary: string;
      readonly step: string;
      readonly line?: number;
    }
  | { readonly kind: 'notes'; readonly text: string; readonly line?: number }
  | { readonly kind: 'checks'; readonly passed: boolean; readonly criteria: readonly Criterion[] }
  | { readonly kind: 'trouble'; readonly text: string }
  | { readonly kind: 'dropped'; readonly count: number };

interface CommandEntry {
  readonly kind: 'command';
  readonly role: Role;
  readonly command: string;
  /** Absent while it runs. */
  readonly ended?: Command;
  /** Of the tutorial, from 1. */
  readonly line?: number;
}

/** One try of the student's, with what the mentor said after it. */
export interface Try {
  readonly iteration: number;
  readonly startedAt?: string;
  readonly entries: readonly Entry[];
}

/** What the mentor wrote in the margin. */
export interface MarginNote {
  readonly iteration: number;
  readonly text: string;
  /** From 1; absent where it is about no line that is known. */
  readonly line?: number;
}

export interface Cost {
  /** US dollars; null where a price is not known. */
  readonly usd: number | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** All that the page shows of what has happened. */
export interface View {
  readonly status: LoopStatus;
  readonly outcome?: Outcome;
  readonly summary?: string;
  readonly iteration: number;
  /** Where the student is, from 1. */
  readonly line?: number;
  readonly tries: readonly Try[];
  readonly notes: readonly MarginNote[];
  readonly cost?: Cost;
}

export const EMPTY_VIEW: View = { status: 'running', iteration: 0, tries: [], notes: [] };
