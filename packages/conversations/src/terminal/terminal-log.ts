import { stat } from 'node:fs/promises';
import { type AgentCli, followConversation, readLog } from '@agent-factory/agent-cli';
import type { ConversationHost } from '../host.js';
import type { LiveConversation } from '../live/live-conversation.js';
import type { ConversationRecord } from '../store/records.js';
import { LogReading } from './log-reading.js';

/** A log that is read as it grows, for as long as somebody wants to see it. */
interface Followed {
  readonly watchers: Set<AbortSignal>;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** What happens in the terminal, read from the log that the CLI itself keeps of the conversation. */
export class TerminalLog {
  readonly #host: ConversationHost;
  /** A turn may begin in one reading and end in the next. */
  readonly #readings = new Map<string, LogReading>();
  readonly #followed = new Map<string, Followed>();
  /** Whoever reads next begins where the one before ended. */
  readonly #turns = new Map<string, Promise<void>>();

  constructor(host: ConversationHost) {
    this.#host = host;
  }

  /** How long the log is by now, in bytes; 0 if there is none. */
  async size(record: ConversationRecord): Promise<number> {
    const path = await this.#path(record);
    return path === undefined
      ? 0
      : stat(path).then(
          ({ size }) => size,
          () => 0,
        );
  }

  /** Reads what is new, and ends the turn that was going on: the conversation is then in the chat. */
  async takeBack(live: LiveConversation): Promise<void> {
    const { id } = live.record;
    const stopped = this.#stop(id, this.#followed.get(id));
    await this.#inTurn(id, () => this.#readRest(live));
    await stopped;
  }

  /** Follows the log until the signal aborts. Several may ask for it, each as often as they like; it is read once. */
  follow(live: LiveConversation, signal: AbortSignal): void {
    const { id } = live.record;
    const followed = this.#followed.get(id) ?? this.#begin(live);
    if (followed === undefined || followed.watchers.has(signal)) return;
    followed.watchers.add(signal);
    const leave = () => {
      followed.watchers.delete(signal);
      if (followed.watchers.size === 0) void this.#stop(id, followed);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }

  forget(conversationId: string): void {
    this.#readings.delete(conversationId);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followed].map(([id, followed]) => this.#stop(id, followed)));
  }

  #begin(live: LiveConversation): Followed | undefined {
    const { id, agent } = live.record;
    if (this.#host.agents.find(agent)?.log === undefined) return undefined;
    const abort = new AbortController();
    const done = this.#inTurn(id, () => this.#followTo(live, abort.signal))
      .catch((error) => this.#host.logFailure(error, 'The log of a conversation could not be followed'))
      .finally(() => this.#drop(id, followed));
    const followed: Followed = { watchers: new Set<AbortSignal>(), abort, done };
    this.#followed.set(id, followed);
    return followed;
  }

  /** Whoever asks from now on begins anew. */
  #drop(id: string, followed: Followed | undefined): void {
    if (this.#followed.get(id) === followed) this.#followed.delete(id);
  }

  async #followTo(live: LiveConversation, signal: AbortSignal): Promise<void> {
    if (live.record.place !== 'terminal') return; // taken back while this waited for its turn
    const reader = this.#reading(live);
    if (reader === undefined) return;
    await reader.begin();
    const findPath = () => this.#path(live.record);
    const onPosition = (position: number) => reader.reach(position);
    await followConversation({ findPath, from: reader.position, reader, signal, onPosition });
  }

  async #readRest(live: LiveConversation): Promise<void> {
    const path = await this.#path(live.record);
    const reader = this.#reading(live);
    if (path !== undefined && reader !== undefined) {
      await reader.begin();
      await readLog({ path, from: reader.position, reader, onPosition: (position) => reader.reach(position) });
      await reader.end();
    }
    this.forget(live.record.id);
    await live.change({ place: 'chat' });
  }

  async #stop(id: string, followed: Followed | undefined): Promise<void> {
    this.#drop(id, followed);
    followed?.abort.abort();
    await followed?.done;
  }

  #inTurn(id: string, read: () => Promise<void>): Promise<void> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(read);
    const over = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#turns.get(id) === over) this.#turns.delete(id);
      });
    this.#turns.set(id, over);
    return turn;
  }

  /** Asked for by one at a time, whose turn it is. */
  #reading(live: LiveConversation): LogReading | undefined {
    const { id, agent, subject } = live.record;
    const known = this.#readings.get(id);
    if (known !== undefined) return known;
    const cli = this.#host.agents.find(agent);
    if (cli?.log === undefined) return undefined;
    const reading = new LogReading({ live, log: cli.log, source: cli.name, cwd: this.#host.folderOf(subject) });
    this.#readings.set(id, reading);
    return reading;
  }

  async #path({ agent, sessionId, subject }: ConversationRecord): Promise<string | undefined> {
    const cli: AgentCli | undefined = this.#host.agents.find(agent);
    if (cli?.log === undefined || sessionId === undefined) return undefined;
    const workspace = this.#host.folderOf(subject);
    return cli.log.path({ conversationId: sessionId, workspace, env: this.#host.environment() });
  }
}
