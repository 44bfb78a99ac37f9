import type { Usage } from './conversation.js';

/** Under this key, `metadata` of AG-UI's events holds what is ours. */
export const METADATA_KEY = 'practice';

/** What a question of the student's was asked with, in a few words. */
export interface MessageFacts {
  readonly section?: string;
  readonly selection?: string;
  readonly lesson?: string;
  /** Said in the terminal. */
  readonly fromTerminal?: boolean;
  /** Said by us, such as the opening of a lesson: shown folded. */
  readonly automatic?: boolean;
}

/** What the end of a run tells besides AG-UI's outcome: tokens and cost of this run. */
export interface RunFacts {
  readonly usage?: Usage;
}

/** The facts of an event's metadata; nothing if there are none. */
export function factsOf<Facts extends object>(metadata: unknown): Partial<Facts> {
  const value = isObject(metadata) ? metadata[METADATA_KEY] : undefined;
  return isObject(value) ? (value as Partial<Facts>) : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
