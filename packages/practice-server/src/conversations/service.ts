import type { Conversations } from '@agent-factory/conversations';
import type { ExerciseId } from '@agent-factory/protocol';
import type { RunningAgent } from '../sessions/hooks.js';
import type { SessionAccess } from '../sessions/session-access.js';
import { conversationHost } from './host.js';

/** Conversations, loaded when the first one is asked for: most students only practise. */
export class ConversationService {
  readonly #host: SessionAccess;
  #loading: Promise<Conversations> | undefined;
  #loaded: Conversations | undefined;

  constructor(host: SessionAccess) {
    this.#host = host;
  }

  get closing(): AbortSignal {
    return this.#host.closing;
  }

  /** How many agents run as conversations, or are being started. */
  get agentCount(): number {
    return this.#loaded?.agentCount ?? 0;
  }

  load(): Promise<Conversations> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async runningAgents(): Promise<RunningAgent[]> {
    const running = (await this.#loaded?.running()) ?? [];
    return running.map(({ agent, title }) => {
      const name = this.#host.agents.find(agent)?.name ?? agent;
      return { agent, what: `${name} in the conversation “${title}”`, form: 'chat' };
    });
  }

  async endIdleAgent(): Promise<boolean> {
    return (await this.#loaded?.endIdle()) ?? false;
  }

  async leaveExercise(exerciseId: ExerciseId): Promise<void> {
    await this.#loaded
      ?.leaveExercise(exerciseId)
      .catch((error) => this.#host.log.error({ err: error }, 'The conversations of an exercise could not be left'));
  }

  async close(): Promise<void> {
    await (await this.#loading)?.close();
  }

  async #load(): Promise<Conversations> {
    const { Conversations } = await import('@agent-factory/conversations');
    this.#loaded = new Conversations(conversationHost(this.#host));
    return this.#loaded;
  }
}
