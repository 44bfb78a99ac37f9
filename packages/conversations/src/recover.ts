import type { LoggedEvent } from '@agent-factory/protocol/conversations';
import { endProcessesWith } from '@agent-factory/subprocess';
import { CONVERSATION_VARIABLE } from './live/start-agent.js';
import type { EventLog } from './store/event-log.js';
import type { ConversationRecords } from './store/records.js';

const MESSAGE = 'The practice server was stopped during this answer. Send a message to go on from there.';

/** Ends what an earlier daemon left running, and marks the runs that it did not see the end of. */
export async function recoverRuns(records: ConversationRecords, log: EventLog): Promise<void> {
  const all = await records.withAgents();
  await endAgents(all);
  for (const { id, status } of all) if (status === 'running') await mark(id, records, log);
}

/** Also those that were idle: not every agent leaves when nobody talks to it any more. */
async function endAgents(records: readonly { readonly id: string }[]): Promise<void> {
  if (records.length > 0) await endProcessesWith(records.map(({ id }) => `${CONVERSATION_VARIABLE}=${id}`));
}

async function mark(id: string, records: ConversationRecords, log: EventLog): Promise<void> {
  const lastId = await log.lastId(id);
  const at = new Date().toISOString();
  const event = { type: 'RUN_ERROR', message: MESSAGE, code: 'interrupted' } as const;
  const events: LoggedEvent[] = [{ id: lastId + 1, at, event }];
  await log.append(id, events);
  // Nobody knows how much of its question the agent has read.
  await records.update(id, { status: 'interrupted', told: {} });
}
