import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type ExerciseId, type SessionId, sessionIdOf } from '@agent-factory/protocol';
import type { AgentState } from '@agent-factory/protocol/events';
import type { EventLog } from '../../events/event-log.js';
import { KeyedQueue } from '../../system/keyed-queue.js';
import type { Logger } from '../../system/log.js';
import type { Tmux } from '../../tmux/tmux.js';
import type { Typing } from './typing.js';

/** Between the text and the Enter that sends it, in milliseconds: an Enter within a paste would be a line of it. */
const BEFORE_ENTER_MS = 200;
/** How long an agent may take to show what it was given, in milliseconds, and how often that is looked at. */
const SHOWN_MS = 3000;
const LOOK_EVERY_MS = 100;
/** So many of its last characters, without blanks, show that a text has arrived whole. */
const SHOWN_END = 30;
/** What waits for the agent longer than this is no longer news, in milliseconds. */
const MAX_WAIT_MS = 10 * 60_000;
/** At most so many lines wait for one agent. */
const MAX_WAITING = 5;

export interface DeliveryOptions {
  readonly tmux: Tmux;
  readonly events: EventLog;
  readonly typing: Typing;
  readonly log: Logger;
  /** What the agent in the terminal of an exercise does; undefined without one. */
  readonly stateOf: (exerciseId: ExerciseId) => AgentState | undefined;
}

/** Why a text did not reach the agent, in words that end a sentence; undefined if it did. */
export type Dropped = string | undefined;

interface Waiting {
  readonly text: string;
  readonly since: number;
}

/**
 * Says something to the agent in a terminal, as if the student had typed it and pressed Enter: whole, once, and only
 * while the agent waits and nothing unsent stands in its prompt.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #queue = new KeyedQueue();
  readonly #waiting = new Map<ExerciseId, Waiting[]>();
  readonly #stopListening: () => void;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#stopListening = options.events.on((event) => {
      if (event.exerciseId === undefined) return;
      if (event.type === 'session_ended') this.#waiting.delete(event.exerciseId);
      if (event.type === 'agent_state' && event.conversationId === undefined) this.tryWaiting(event.exerciseId);
    });
  }

  /** Now or not at all. Never rejects. */
  say(exerciseId: ExerciseId, text: string): Promise<Dropped> {
    return this.#queue.run(exerciseId, () => this.#say(exerciseId, text));
  }

  /** As soon as the agent waits for the student; dropped, and logged, if that takes too long. */
  sayWhenWaiting(exerciseId: ExerciseId, text: string): void {
    const waiting = this.#waiting.get(exerciseId) ?? [];
    this.#waiting.set(exerciseId, [...waiting, { text, since: performance.now() }].slice(-MAX_WAITING));
    this.tryWaiting(exerciseId);
  }

  /** Something has changed that it may have waited for. */
  tryWaiting(exerciseId: ExerciseId): void {
    if (!this.#waiting.has(exerciseId)) return;
    void this.#queue.run(exerciseId, () => this.#sayAllWaiting(exerciseId));
  }

  async close(): Promise<void> {
    this.#stopListening();
    this.#waiting.clear();
    await this.#queue.idle();
  }

  /** All that wait are one message: the agent answers each. */
  async #sayAllWaiting(exerciseId: ExerciseId): Promise<void> {
    const { log } = this.#options;
    const all = this.#waiting.get(exerciseId) ?? [];
    const fresh = all.filter(({ since }) => performance.now() - since < MAX_WAIT_MS);
    if (fresh.length < all.length) log.info({ exerciseId }, 'The agent was not told in time; dropped');
    if (fresh.length === 0) {
      this.#waiting.delete(exerciseId);
      return;
    }
    if (this.#refusal(exerciseId) !== undefined) return;
    this.#waiting.delete(exerciseId);
    const dropped = await this.#say(exerciseId, fresh.map(({ text }) => text).join(' '));
    if (dropped !== undefined) log.warn({ exerciseId, reason: dropped }, 'The agent was not told');
  }

  async #say(exerciseId: ExerciseId, text: string): Promise<Dropped> {
    const refusal = this.#refusal(exerciseId);
    if (refusal !== undefined) return refusal;
    const { tmux } = this.#options;
    const sessionId = sessionIdOf(exerciseId);
    try {
      const before = await this.#timesShown(sessionId, text);
      await tmux.clients.paste(sessionId, Readable.from([oneLine(text)]), AbortSignal.timeout(MAX_WAIT_MS));
      await delay(BEFORE_ENTER_MS);
      if (!(await this.#showsAgain(sessionId, text, before))) return 'the agent did not take it';
      await tmux.agents.press(sessionId, 'Enter');
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Whether the prompt holds the text: some agents lose what comes while they draw, and half a text is none. */
  async #showsAgain(sessionId: SessionId, text: string, before: number): Promise<boolean> {
    const deadline = performance.now() + SHOWN_MS;
    while ((await this.#timesShown(sessionId, text)) <= before) {
      if (performance.now() > deadline) return false;
      await delay(LOOK_EVERY_MS);
    }
    return true;
  }

  /** It may stand further up already: the same prompt comes again. */
  async #timesShown(sessionId: SessionId, text: string): Promise<number> {
    const screen = await this.#options.tmux.agents.screen(sessionId);
    return onlyText(screen ?? '').split(onlyText(text).slice(-SHOWN_END)).length - 1;
  }

  /** Why nothing can be said just now. */
  #refusal(exerciseId: ExerciseId): Dropped {
    const { typing, stateOf } = this.#options;
    const state = stateOf(exerciseId);
    if (state === undefined) return 'there is no agent in the terminal';
    if (state === 'exited') return 'the agent has ended';
    if (state !== 'waiting') return 'the agent is at work';
    return typing.isDrafting(exerciseId) ? 'something that you have typed there is not sent yet' : undefined;
  }
}

/** Without blanks, and without the frame that is drawn around a prompt: where it wraps, both may stand between. */
function onlyText(text: string): string {
  return text.replace(/[\s\u2500-\u257f|]+/g, '');
}

/** A line end inside would send a part of it, and a control character would be a key. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are no text
  return text.replace(/[\x00-\x1f\x7f\u0080-\u009f\u2028\u2029]+/g, ' ').trim();
}
