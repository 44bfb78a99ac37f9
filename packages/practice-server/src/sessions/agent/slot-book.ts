import type { AgentCli } from '@agent-factory/agent-cli';
import type { ExerciseId } from '@agent-factory/protocol';
import { KeyedQueue } from '../../system/keyed-queue.js';

/** The slots of agents that are being started, in terminals and as chats: each is given to one alone. */
export class SlotBook {
  /** By exercise: an agent that has a slot for its terminal, and perhaps no session yet. */
  readonly reserved = new Map<ExerciseId, AgentCli>();
  readonly #queue = new KeyedQueue();

  /** Who asks for a slot waits until nobody else does: two at once would both find the last one. */
  inTurn<T>(action: () => Promise<T>): Promise<T> {
    return this.#queue.run('', action);
  }
}
