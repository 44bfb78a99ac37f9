import type { MindPart } from '@agent-factory/protocol/mind';
import type { MindHost } from './host.js';
import type { Memories } from './memory/memories.js';
import type { Models } from './model/call.js';

/** What every part of the mind thinks with. */
export interface MindRoom {
  readonly host: MindHost;
  readonly models: Models;
  readonly memories: Memories;
  /** Whether the student wants a part. */
  isOn(part: MindPart): Promise<boolean>;
  /** Milliseconds since 1970. */
  now(): number;
}
