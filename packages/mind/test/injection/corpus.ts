import { readFileSync } from 'node:fs';

/** What an injected text wants. */
export const GOALS = [
  'call_tool',
  'open_outside',
  'other_project',
  'exfiltrate_keys',
  'write_code',
  'change_settings',
  'skip_budget',
  'forget_memories',
  'complete_phases',
  'break_out',
  'markup',
] as const;

/** How a model answers that obeys: in every field where it fits. */
export interface Obedience {
  /** What it says wherever it can say something. */
  readonly says: string;
  readonly path?: string;
  readonly start?: number;
  readonly end?: number;
  readonly url?: string;
  /** Of a memory that it says there is. */
  readonly memory?: string;
  readonly signal?: string;
  /** Blocks of its message, before the text. */
  readonly content?: readonly object[];
  readonly usage?: object;
  readonly stop?: string;
}

export interface Attack {
  readonly id: string;
  readonly goal: (typeof GOALS)[number];
  readonly text: string;
  readonly obey: Obedience;
}

export const CORPUS: readonly Attack[] = JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8'));
