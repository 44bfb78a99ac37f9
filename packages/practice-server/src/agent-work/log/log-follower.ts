import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { EventWriter, followLog, type LogReader, readLog } from '@agent-factory/agent-cli';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import { type AgentPlace, CurrentLog } from './current-log.js';

/** How often to look for a log that is not there yet, in milliseconds, and how often of these in a row. */
const LOOK_MS = 500;
const LOOKS = 60;
/** How long after the student has sent something the agent may have begun another log, in milliseconds. */
const NEW_LOG_MS = [1500, 6000];

/** A place in a log, in bytes, behind a whole line. */
export interface LogPlace {
  readonly path: string;
  readonly position: number;
}

export interface LogFollowerOptions {
  readonly place: AgentPlace;
  /** How far it was read before. */
  readonly from: LogPlace | undefined;
  readonly onEvent: (event: ConversationEvent) => void;
  /** Everything up to here was read and told. */
  readonly onPosition: (place: LogPlace) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Follows the log of the conversation that an agent on a terminal has open, and the next one if the student begins
 * another in it. What was there before the session began is not read.
 */
export class LogFollower {
  readonly #options: LogFollowerOptions;
  readonly #log: CurrentLog;
  readonly #over = new AbortController();
  readonly #running: Promise<void>;
  #at: LogPlace | undefined;
  /** There was no log when the session began. */
  #hadNone = false;
  /** Ends the waiting for a log, or the following of one that is no longer the current one. */
  #turn = new AbortController();
  #looks: NodeJS.Timeout[] = [];

  constructor(options: LogFollowerOptions) {
    this.#options = options;
    this.#log = new CurrentLog(options.place);
    this.#at = options.from;
    this.#running = this.#run().catch((error) => options.onFailure(error));
  }

  /** The student has sent something, perhaps a command that begins another conversation. */
  handleSent(): void {
    this.#stopLooking();
    this.#looks = NEW_LOG_MS.map((delay) => setTimeout(() => void this.#lookAgain(), delay).unref());
  }

  /** The agent tells which conversation it has open. */
  handleConversation(conversationId: string): void {
    if (this.#log.tell(conversationId)) void this.#lookAgain();
  }

  /** Reads to the end of what there is, and stops. */
  async close(): Promise<void> {
    this.#stopLooking();
    this.#over.abort();
    this.#turn.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let look = 0; !this.#over.signal.aborted; look += 1) {
      this.#turn = new AbortController();
      const path = await this.#log.path();
      this.#hadNone ||= path === undefined;
      if (path === undefined) await this.#rest(look);
      else await this.#follow(path);
    }
  }

  /** One that does not come soon comes after the student has sent something. */
  async #rest(look: number): Promise<void> {
    const delay = look < LOOKS ? LOOK_MS : LOOK_MS * LOOKS;
    const signal = AbortSignal.any([this.#turn.signal, this.#over.signal]);
    await wait(delay, undefined, { signal, ref: false }).catch(() => undefined);
  }

  async #follow(path: string): Promise<void> {
    const writer = this.#writer();
    const reader = this.#options.place.cli.log?.reader(writer) as LogReader;
    const onPosition = (position: number) => {
      this.#at = { path, position };
      this.#options.onPosition(this.#at);
    };
    const from = await this.#startOf(path);
    onPosition(from);
    const signal = AbortSignal.any([this.#turn.signal, this.#over.signal]);
    await followLog({ path, from, reader, signal, onPosition });
    await readLog({ path, from: this.#at?.position ?? from, reader, onPosition });
    if (!this.#over.signal.aborted) writer.endRun({ kind: 'cancelled' });
  }

  #writer(): EventWriter {
    const { cli, conversationId, workspace } = this.#options.place;
    const emit = (event: ConversationEvent) => this.#options.onEvent(event);
    return new EventWriter({ threadId: conversationId, source: cli.name, cwd: workspace, emit });
  }

  /** An older conversation that is taken up again was told of when it went on. */
  async #startOf(path: string): Promise<number> {
    if (this.#at?.path === path) return this.#at.position;
    const since = this.#options.place.since.getTime();
    const { size = 0, birthtimeMs = since } = (await stat(path).catch(() => undefined)) ?? {};
    // Some file systems do not know when a file was made.
    const isNew = birthtimeMs > 0 ? birthtimeMs >= since : this.#hadNone && this.#at === undefined;
    return isNew ? 0 : size;
  }

  async #lookAgain(): Promise<void> {
    try {
      const path = await this.#log.path();
      if (path !== undefined && path !== this.#at?.path) this.#turn.abort();
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  #stopLooking(): void {
    for (const timer of this.#looks) clearTimeout(timer);
    this.#looks = [];
  }
}
