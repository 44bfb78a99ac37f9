import type { ModelFacts, Usage } from '../settings/models-list.js';
import type { Charge } from './budget/charge.js';
import type { ConnectorTool } from './call.js';

/** A question as it is sent, whichever way. */
export interface Question {
  readonly model: ModelFacts;
  readonly systemPrompt: string;
  readonly userMessage: string;
  /** JSON Schema of the answer, in the form that the vendor's constrained decoding takes. */
  readonly format: { readonly type: 'json_schema'; readonly schema: Readonly<Record<string, unknown>> };
  readonly maxTokens: number;
  readonly tools: readonly ConnectorTool[];
}

/** What came back, whether or not it is of any use. */
export interface Reply {
  /** What may be the answer, the likeliest first: beside tools, a model says more than that. */
  readonly texts: readonly string[];
  readonly ending: 'complete' | 'cut' | 'refused';
  readonly usage: Usage;
}

/** A way to a model. */
export interface Way {
  /**
   * Asks once. `charge` is told what it costs: what may be paid before it is sent, what was once that is known. Throws
   * what `failureOf` understands, and `budget_reached`.
   */
  send(question: Question, charge: Charge, signal: AbortSignal): Promise<Reply>;
  /** What a failure of `send` means. */
  failureOf(error: unknown): Failure;
}

export interface Failure {
  readonly error: Error;
  /** The vendor may have answered, and charged for it, without the answer having arrived. */
  readonly mayHaveCost: boolean;
}
