import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from '@agent-factory/exercise-runtime';
import { beginning, type ExerciseId, type SessionId, sessionIdOf } from '@agent-factory/protocol';
import type { AgentState } from '@agent-factory/protocol/events';
import type { EventLog } from '../../events/event-log.js';
import { KeyedQueue } from '../../system/keyed-queue.js';
import type { Logger } from '../../system/log.js';
import type { Terminals } from '../../terminal/terminals.js';
import type { AgentFront } from '../../tmux/agent-process.js';
import type { Tmux } from '../../tmux/tmux.js';
import type { Typing } from './typing.js';

/** Between the text and the Enter that sends it, in milliseconds: an Enter within a paste would be a line of it. */
const BEFORE_ENTER_MS = 200;
/** How long an agent may take to show what it was given, in milliseconds, and how often that is looked at. */
const SHOWN_MS = 3000;
const LOOK_EVERY_MS = 100;
/** After the student has pressed Enter, the agent is known to work within this time, in milliseconds. */
const ANSWER_BEGINS_MS = 3000;
/** A line is not longer, in UTF-16 units: agents show a longer one as a placeholder. */
const MAX_LENGTH = 400;
/** Empties the line of a prompt, in the agents and in shells. */
const CLEAR_LINE = 'C-u';
/** So many of its last characters, without blanks, show that a text has arrived whole. */
const SHOWN_END = 30;
/** What waits is tried again this often, in milliseconds: not all that keeps it back tells when it is over. */
const TRY_AGAIN_MS = 1000;
/** What waits for the agent longer than this is no longer news, in milliseconds. */
const MAX_WAIT_MS = 10 * 60_000;
/** At most so many lines wait for one agent. */
const MAX_WAITING = 5;

const ENDED = 'the agent has ended';
const AT_WORK = 'the agent is at work';
const ASKS = 'the agent asks something';
const UNSENT = 'something may stand in the prompt that you have not sent';

export interface DeliveryOptions {
  readonly tmux: Tmux;
  readonly events: EventLog;
  readonly typing: Typing;
  readonly terminals: Pick<Terminals, 'holdingInput'>;
  readonly log: Logger;
  /** What the agent in the terminal of an exercise does; undefined without one. */
  readonly stateOf: (exerciseId: ExerciseId) => AgentState | undefined;
  /** What is typed for the student: the agent's echo of it is no work. */
  readonly onTyped: (exerciseId: ExerciseId, bytes: Buffer) => void;
  /** Whether a screen shows that it asks something: Enter would answer. */
  readonly asks: (exerciseId: ExerciseId, screen: string) => boolean;
}

/** Why a text did not reach the agent, in words that end a sentence; undefined if it did. */
export type Dropped = string | undefined;

/** Called once, when nothing but the student's next Enter is waited for: something unsent may stand in the prompt. */
export type OnUnsent = () => void;

interface Waiting {
  readonly text: string;
  readonly onUnsent: OnUnsent;
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
  readonly #tries = new Map<ExerciseId, NodeJS.Timeout>();
  /** The `attach` of each exercise that is known to be over. */
  readonly #leftClients = new Map<ExerciseId, string>();
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
    return this.#queue.run(exerciseId, async () => {
      const moment = this.#momentOf(exerciseId, text);
      const { refusal, front } = await this.#look(moment);
      return refusal ?? (await this.#say(moment, front));
    });
  }

  /** As soon as the agent waits for the student, or later; dropped, and logged, if that takes too long. */
  sayWhenWaiting(exerciseId: ExerciseId, text: string, onUnsent: OnUnsent = () => undefined): void {
    const waiting = this.#waiting.get(exerciseId) ?? [];
    const one = { text, onUnsent: once(onUnsent), since: performance.now() };
    this.#waiting.set(exerciseId, [...waiting, one].slice(-MAX_WAITING));
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
    for (const timer of this.#tries.values()) clearTimeout(timer);
    this.#tries.clear();
    await this.#queue.idle();
  }

  /** All that wait are one message: the agent answers each. */
  async #sayAllWaiting(exerciseId: ExerciseId): Promise<void> {
    const { log } = this.#options;
    const all = this.#waiting.get(exerciseId) ?? [];
    const fresh = all.filter(({ since }) => performance.now() - since < MAX_WAIT_MS);
    if (fresh.length < all.length) log.info({ exerciseId }, 'The agent was not told in time; dropped');
    if (fresh.length === 0) return this.#taken(exerciseId, all);
    const moment = this.#momentOf(exerciseId, fresh.map(({ text }) => text).join(' '));
    const { refusal, front } = await this.#look(moment);
    if (refusal !== undefined) {
      if (refusal === UNSENT) for (const { onUnsent } of fresh) onUnsent();
      this.#tryLater(exerciseId);
      return;
    }
    this.#taken(exerciseId, all);
    const dropped = await this.#say(moment, front);
    if (dropped !== undefined) log.warn({ exerciseId, reason: dropped }, 'The agent was not told');
  }

  /** Another may have come meanwhile, which has its own turn. */
  #taken(exerciseId: ExerciseId, all: readonly Waiting[]): void {
    const left = this.#waiting.get(exerciseId)?.filter((one) => !all.includes(one)) ?? [];
    if (left.length > 0) this.#waiting.set(exerciseId, left);
    else this.#waiting.delete(exerciseId);
  }

  #tryLater(exerciseId: ExerciseId): void {
    if (this.#tries.has(exerciseId)) return;
    const timer = setTimeout(() => {
      this.#tries.delete(exerciseId);
      this.tryWaiting(exerciseId);
    }, TRY_AGAIN_MS);
    this.#tries.set(exerciseId, timer.unref());
  }

  #momentOf(exerciseId: ExerciseId, text: string): Moment {
    const line = beginning(oneLine(text), MAX_LENGTH);
    return { exerciseId, sessionId: sessionIdOf(exerciseId), line, count: this.#options.typing.countOf(exerciseId) };
  }

  /** Whether it can be said now. */
  async #look(moment: Moment): Promise<{ refusal: Dropped; front?: AgentFront | undefined }> {
    const refusal = this.#refusal(moment.exerciseId);
    if (refusal !== undefined) return { refusal };
    const front = await this.#options.tmux.agents.front(moment.sessionId).catch(() => undefined);
    return { refusal: this.#refusal(moment.exerciseId) ?? this.#refusalBy(moment, front), front };
  }

  /** A key of the student between the text and its Enter would be sent with it, or keep it from being sent. */
  #say(moment: Moment, front: AgentFront | undefined): Promise<Dropped> {
    return this.#options.terminals.holdingInput(moment.sessionId, () => this.#type(moment, front));
  }

  async #type(moment: Moment, front: AgentFront | undefined): Promise<Dropped> {
    const { tmux, typing, onTyped } = this.#options;
    const { exerciseId, sessionId, line, count } = moment;
    try {
      onTyped(exerciseId, Buffer.from(line));
      await tmux.clients.paste(sessionId, Readable.from([line]), AbortSignal.timeout(MAX_WAIT_MS));
      // Until it is sent, it is a draft of its own.
      typing.doubt(exerciseId);
      await delay(BEFORE_ENTER_MS);
      const dropped = await this.#send(moment, timesIn(front?.screen, line));
      if (dropped === undefined && typing.countOf(exerciseId) === count) typing.begin(exerciseId);
      return dropped;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Presses Enter once the prompt holds the whole text, and nothing has changed that forbids it. */
  async #send(moment: Moment, before: number): Promise<Dropped> {
    const { tmux } = this.#options;
    const { sessionId, line } = moment;
    const deadline = performance.now() + SHOWN_MS;
    for (;;) {
      const front = await tmux.agents.front(sessionId);
      const refusal = this.#stateRefusal(moment.exerciseId) ?? this.#refusalBy(moment, front);
      // Else the student would send it together with what they type next.
      if (front?.hasExited || refusal === AT_WORK) await tmux.agents.press(sessionId, CLEAR_LINE);
      if (refusal !== undefined) return refusal;
      if (timesIn(front?.screen, line) > before) break;
      if (performance.now() > deadline) {
        // Some agents lose what comes while they draw, and half a text is none.
        await tmux.agents.press(sessionId, CLEAR_LINE);
        return 'the agent did not take it';
      }
      await delay(LOOK_EVERY_MS);
    }
    this.#options.onTyped(moment.exerciseId, Buffer.from('\r'));
    await tmux.agents.pressUnlessLeft(sessionId, 'Enter');
    return (await tmux.agents.front(sessionId))?.hasExited === true ? ENDED : undefined;
  }

  /** Why nothing can be said by what stands before the student. */
  #refusalBy({ exerciseId, count }: Moment, front: AgentFront | undefined): Dropped {
    const { typing, asks } = this.#options;
    if (front === undefined) return 'the terminal could not be looked at';
    if (front.hasExited) return ENDED;
    if (asks(exerciseId, front.screen)) return ASKS;
    if (this.#isElsewhere(exerciseId, front.ownClient)) return 'the exercise is open in another terminal';
    return typing.countOf(exerciseId) === count ? undefined : 'you have typed something meanwhile';
  }

  /** What is typed in the student's own terminal is not seen. Once that is closed, something may be left of it. */
  #isElsewhere(exerciseId: ExerciseId, client: string | undefined): boolean {
    if (client === undefined || this.#leftClients.get(exerciseId) === client) return false;
    this.#options.typing.doubt(exerciseId);
    if (!isRunning(Number(client))) this.#leftClients.set(exerciseId, client);
    return true;
  }

  /** Why nothing can be said just now. */
  #refusal(exerciseId: ExerciseId): Dropped {
    const { typing } = this.#options;
    const refusal = this.#stateRefusal(exerciseId);
    if (refusal !== undefined) return refusal;
    if (typing.sinceSentMs(exerciseId) < ANSWER_BEGINS_MS) return 'the agent is about to answer';
    return typing.isDrafting(exerciseId) ? UNSENT : undefined;
  }

  #stateRefusal(exerciseId: ExerciseId): Dropped {
    const state = this.#options.stateOf(exerciseId);
    if (state === undefined) return 'there is no agent in the terminal';
    if (state === 'exited') return ENDED;
    if (state === 'asking') return ASKS;
    return state === 'waiting' ? undefined : AT_WORK;
  }
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}

/** One attempt to say something. */
interface Moment {
  readonly exerciseId: ExerciseId;
  readonly sessionId: SessionId;
  readonly line: string;
  /** How many signs of the student there were when it began. */
  readonly count: number;
}

/** How often a screen shows a text: it may stand further up already, as the same prompt comes again. */
function timesIn(screen: string | undefined, text: string): number {
  return onlyText(screen ?? '').split(onlyText(text).slice(-SHOWN_END)).length - 1;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
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
