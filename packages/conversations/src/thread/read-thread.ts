import { type Thread, ThreadBuilder } from '@agent-factory/protocol/conversations';
import type { EventLog } from '../store/event-log.js';

/** The whole conversation, put together from its events. */
export async function readThread(log: EventLog, conversationId: string): Promise<Thread> {
  const builder = new ThreadBuilder();
  for await (const page of log.read(conversationId, 0)) for (const event of page) builder.add(event);
  return builder.snapshot();
}
