import type { TreeAction } from '@agent-factory/protocol/coach';

/**
 * What happened to a path of the project; the empty path with `rescan`, after which everything may be different.
 * `version`: we ourselves wrote what is there now, and this is its version.
 */
export interface WatchEvent {
  readonly action: TreeAction;
  readonly path: string;
  readonly version?: string;
}

export const RESCAN: WatchEvent = { action: 'rescan', path: '' };
