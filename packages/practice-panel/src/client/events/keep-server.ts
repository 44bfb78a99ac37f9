import type { EventType, PracticeEvent } from '@agent-factory/protocol/events';
import type { PracticeServer } from '../server/server.js';
import type { Unsubscribe } from '../store/store.js';
import { coalesced } from './coalesced.js';
import type { EventListener } from './event-listener.js';
import type { Precedence } from './precedence.js';

/** What happens at once is one change: a start, say, or the end of a check that completes an exercise. In milliseconds. */
const BURST_MS = 200;

/** After these, the lists of exercises and sessions are others. */
const CHANGES_LISTS: ReadonlySet<EventType> = new Set([
  'session_started',
  'session_ended',
  'exercise_completed',
  'progress_changed',
]);

type AgentStateEvent = Extract<PracticeEvent, { type: 'agent_state' }>;

export interface KeptServer extends Required<EventListener> {
  readonly stop: Unsubscribe;
}

/** Keeps what the page knows of the daemon as the events say it is, behind what the student waits for. */
export function keepServer(server: PracticeServer, first: Pick<Precedence, 'passed'>): KeptServer {
  let isStopped = false;
  const lists = coalesced(async () => {
    await first.passed();
    if (!isStopped) await server.refresh();
  }, BURST_MS);
  const health = coalesced(async () => void (await server.connect()), BURST_MS);
  return {
    onBegin() {
      lists.ask();
      const { connection } = server.getSnapshot();
      // What it missed may have come while nobody listened.
      if (connection.status === 'connected' && !connection.health.healthy) health.ask();
    },
    onEvent(event: PracticeEvent) {
      if (CHANGES_LISTS.has(event.type)) lists.ask();
      if (event.type === 'health_changed') health.ask();
      if (event.type === 'agent_state') tellAgentState(server, event);
    },
    stop() {
      isStopped = true;
      lists.stop();
      health.stop();
    },
  };
}

/** A conversation about an exercise has an agent of its own, which is not the one in the exercise's terminal. */
function tellAgentState(server: PracticeServer, { exerciseId, conversationId, data }: AgentStateEvent): void {
  if (exerciseId !== undefined && conversationId === undefined) server.tellAgentState(exerciseId, data.state);
}
