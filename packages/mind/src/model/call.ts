import type { ProjectId } from '@agent-factory/protocol/coach';
import type { MindPart, ModelTier } from '@agent-factory/protocol/mind';
import type * as z from 'zod';

/** A tool that the vendor runs for the model, such as its search in the web. */
export interface ConnectorTool {
  readonly type: string;
  readonly name: string;
}

/** A question to a model (spec FR-083). */
export interface CallApiOptions<T> {
  /** What it is for, as the call log has it: `coach_agent`, `observer_triage`. */
  readonly callType: string;
  /** Which part of the mind asks: what is turned off asks nothing. */
  readonly part: MindPart;
  readonly model: ModelTier;
  readonly systemPrompt: string;
  readonly userMessage: string;
  /** What the answer has to be. */
  readonly responseSchema: z.ZodType<T>;
  /** The coaching session; null where there is none, as on the dashboard. */
  readonly sessionId: string | null;
  /** The project, whose own key counts more than the daemon's; null where it is about none. */
  readonly projectId: ProjectId | null;
  /** Tokens; by default 4,096 (spec FR-092). */
  readonly maxTokens?: number;
  readonly tools?: readonly ConnectorTool[];
  readonly signal?: AbortSignal;
}

/** What came of it. */
export interface Answer<T> {
  readonly value: T;
  /** The full id of the model. */
  readonly model: string;
  readonly latencyMs: number;
  /** US dollars. */
  readonly costUsd: number;
}

/**
 * Asks models. Every call is written down with its cost, failed ones as well. Throws a PracticeError that says what to
 * do: `model_unavailable`, `model_refused` (an ApiRefusalError), `model_answer_cut` (an ApiMaxTokensError),
 * `model_answer_unusable`, `budget_reached`, and `shutting_down`.
 */
export interface Models {
  ask<T>(options: CallApiOptions<T>): Promise<Answer<T>>;
  /** As `ask`; what fails in passing (the network, 429, 5xx) is tried once more after a second (spec D68). */
  askAgain<T>(options: CallApiOptions<T>): Promise<Answer<T>>;
  /**
   * Why no model is reached for a part just now, in words that say what to do; undefined where one is. Without a session,
   * what one may cost is not looked at.
   */
  whyNot(part: MindPart, projectId: ProjectId | null, sessionId?: string | null): Promise<string | undefined>;
}
