import type { AgentId, GridSize } from '@agent-factory/protocol';

/** Size of a session that nobody has looked at yet (spec §3.3). */
export const DEFAULT_SIZE: GridSize = { cols: 120, rows: 40 };

export interface StartOptions {
  /** The exercise, or the folder, that is opened. */
  readonly exerciseId: string;
  readonly agent?: AgentId | undefined;
  readonly size?: GridSize | undefined;
  /** Aborts the start, because the exercise is reset. */
  readonly signal?: AbortSignal | undefined;
}

/** `switched`: the session there is gives way to the new one, once nothing but tmux can fail any more. */
export type Opening = StartOptions & { readonly former?: 'switched' };
