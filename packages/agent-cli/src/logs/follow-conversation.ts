import { setTimeout as wait } from 'node:timers/promises';
import { type FollowLogOptions, followLog } from './follow-log.js';

/** How often to look for a log that is not there yet, in milliseconds: a CLI begins it with its first message. */
const LOOK_MS = 1000;

export interface FollowConversationOptions extends Omit<FollowLogOptions, 'path'> {
  /** Where the log is; undefined while there is none. */
  findPath(): Promise<string | undefined>;
}

/** Follows the log of a conversation that may not have begun, until the signal aborts. */
export async function followConversation({ findPath, ...options }: FollowConversationOptions): Promise<void> {
  const { signal } = options;
  while (!signal.aborted) {
    const path = await findPath();
    if (path !== undefined) return followLog({ path, ...options });
    await wait(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
