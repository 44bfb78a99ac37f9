import { stat } from 'node:fs/promises';
import { type AgentCli, EventWriter, followConversation, type LogReader, readLog } from '@agent-factory/agent-cli';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import { factsOf, type RunFacts } from '@agent-factory/protocol/conversations';
import type { ConversationHost } from '../host.js';
import type { LiveConversation } from '../live/live-conversation.js';
import { addUsage } from '../live/usage.js';
import type { ConversationRecord } from '../store/records.js';

interface Reading {
  readonly writer: EventWriter;
  readonly reader: LogReader;
}

/** What happens in the terminal, read from the log that the CLI itself keeps of the conversation. */
export class TerminalLog {
  readonly #host: ConversationHost;
  /** A turn may begin in one reading and end in the next. */
  readonly #readings = new Map<string, Reading>();
  readonly #followed = new Map<string, { count: number; abort: AbortController; done: Promise<void> }>();

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

  /** Reads what is new, and ends the turn that was going on. */
  async catchUp(live: LiveConversation): Promise<void> {
    await this.#stopFollowing(live.record.id);
    const path = await this.#path(live.record);
    const reading = this.#reading(live);
    if (path !== undefined && reading !== undefined) {
      const logOffset = await readLog({ path, from: live.record.logOffset, reader: reading.reader });
      reading.writer.endRun({ kind: 'done' });
      await live.note();
      await live.change({ logOffset });
    }
    this.forget(live.record.id);
  }

  /** Follows the log until the signal aborts. Several may ask for it; it is read once. */
  follow(live: LiveConversation, signal: AbortSignal): void {
    const { id } = live.record;
    const followed = this.#followed.get(id) ?? this.#begin(live);
    if (followed === undefined) return;
    followed.count += 1;
    const leave = () => {
      followed.count -= 1;
      if (followed.count === 0) void this.#stopFollowing(id);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }

  forget(conversationId: string): void {
    this.#readings.delete(conversationId);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followed.keys()].map((id) => this.#stopFollowing(id)));
  }

  #begin(live: LiveConversation) {
    const reading = this.#reading(live);
    if (reading === undefined) return undefined;
    const abort = new AbortController();
    const done = this.#followTo(live, reading, abort.signal).catch((error) =>
      this.#host.logFailure(error, 'The log of a conversation could not be followed'),
    );
    const followed = { count: 0, abort, done };
    this.#followed.set(live.record.id, followed);
    return followed;
  }

  async #followTo(live: LiveConversation, { reader }: Reading, signal: AbortSignal): Promise<void> {
    const onPosition = async (logOffset: number) => {
      await live.note();
      await live.change({ logOffset });
    };
    const findPath = () => this.#path(live.record);
    await followConversation({ findPath, from: live.record.logOffset, reader, signal, onPosition });
  }

  async #stopFollowing(id: string): Promise<void> {
    const followed = this.#followed.get(id);
    this.#followed.delete(id);
    followed?.abort.abort();
    await followed?.done;
  }

  #reading(live: LiveConversation): Reading | undefined {
    const { id, agent } = live.record;
    const known = this.#readings.get(id);
    if (known !== undefined) return known;
    const cli = this.#host.agents.find(agent);
    if (cli?.log === undefined) return undefined;
    const writer = new EventWriter({
      threadId: id,
      source: cli.name,
      cwd: '',
      emit: (event) => emit(live, event),
    });
    const reading = { writer, reader: cli.log.reader(writer) };
    this.#readings.set(id, reading);
    return reading;
  }

  async #path({ agent, sessionId, subject }: ConversationRecord): Promise<string | undefined> {
    const cli: AgentCli | undefined = this.#host.agents.find(agent);
    if (cli?.log === undefined || sessionId === undefined) return undefined;
    const { path: workspace } = await this.#host.openFolder(subject, agent);
    return cli.log.path({ conversationId: sessionId, workspace, env: this.#host.environment() });
  }
}

function emit(live: LiveConversation, event: ConversationEvent): void {
  void live.note(event);
  if (event.type !== 'RUN_FINISHED' && event.type !== 'RUN_ERROR') return;
  const { usage } = factsOf<RunFacts>(event.metadata);
  if (usage !== undefined) void live.change({ usage: addUsage(live.record.usage, usage) }).catch(() => undefined);
}
