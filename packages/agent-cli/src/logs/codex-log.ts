import type { Usage } from '@agent-factory/protocol/conversations';
import { findCodexLog } from '../conversations/codex.js';
import type { ConversationPlace } from '../conversations/place.js';
import { asObject, asText, type Json } from '../json.js';
import { codexFailureCode } from '../structured/app-server/codex-failures.js';
import { CodexItems } from '../structured/app-server/codex-items-writer.js';
import type { EventWriter } from '../structured/events/event-writer.js';
import { CodexLogCalls } from './codex-log-calls.js';
import { itemOf, saidIn } from './codex-log-items.js';
import { CodexLogUsage } from './codex-log-usage.js';
import type { LogForm, LogReader } from './log-form.js';
import { handleLine, RecentIds } from './log-lines.js';
import { LoggedTurn, type TurnEnd } from './logged-turn.js';

/** Events that have no event here and are part of the conversation; what else there is tells what items tell. */
const TELLING_EVENTS = new Set<unknown>(['warning', 'stream_error', 'entered_review_mode', 'thread_rolled_back']);

/** As versions before items told of messages. */
const OLD_MESSAGES = new Set<unknown>(['user_message', 'agent_message', 'agent_reasoning']);

/** Codex' `sessions/…/rollout-*-<id>.jsonl`. */
export const codexLog: LogForm = {
  path: ({ conversationId, env }: ConversationPlace) => findCodexLog(conversationId, env),
  reader: (writer) => new CodexLogReader(writer),
};

class CodexLogReader implements LogReader {
  readonly #writer: EventWriter;
  readonly #turn: LoggedTurn;
  readonly #items: CodexItems;
  readonly #calls: CodexLogCalls;
  readonly #usage = new CodexLogUsage();
  /** Turns, items and calls that were told. */
  readonly #told = new RecentIds();
  /** Of the turn, as Codex names it. */
  #turnId = 'unknown';
  #failure: string | undefined;

  constructor(writer: EventWriter) {
    this.#writer = writer;
    this.#turn = new LoggedTurn(writer);
    this.#items = new CodexItems(writer);
    this.#calls = new CodexLogCalls(writer);
  }

  read(line: string): void {
    handleLine(line, this.#writer, ({ type, timestamp, payload }) => {
      const content = asObject(payload);
      if (type === 'event_msg') this.#event(content, String(timestamp));
      else if (type === 'response_item') this.#call(content);
      else if (type === 'token_usage_record') this.#count(this.#usage.recorded(content));
    });
  }

  #event(event: Json, at: string): void {
    switch (event.type) {
      case 'task_started':
        this.#begin(asText(event.turn_id) ?? at);
        break;
      case 'item_completed':
        this.#item(asText(event.turn_id), asObject(event.item));
        break;
      case 'token_count':
        this.#count(this.#usage.counted(asObject(event.info)));
        break;
      case 'task_complete':
        this.#complete(asText(asObject(event.error).message) ?? this.#failure);
        break;
      case 'turn_aborted':
        this.#end({ kind: 'cancelled' });
        break;
      default:
        this.#oldEvent(event, at);
    }
  }

  /** Before there were items, versions told of messages so. */
  #oldEvent(event: Json, at: string): void {
    const text = asText(event.message) ?? asText(event.text) ?? '';
    if (event.type === 'error') this.#failure = text;
    else if (TELLING_EVENTS.has(event.type)) this.#writer.raw(event);
    else if (OLD_MESSAGES.has(event.type) && this.#told.add(`${at} ${text}`)) this.#old(event.type, at, text);
  }

  #old(type: unknown, at: string, text: string): void {
    this.#turn.ensure(at);
    if (type === 'user_message') this.#writer.question(`question-${at}`, text.trim(), { fromTerminal: true });
    else if (type === 'agent_message') this.#items.completed({ type: 'agentMessage', id: `message-${at}`, text });
    else this.#items.completed({ type: 'reasoning', id: `reasoning-${at}`, summary: [text] });
  }

  #begin(turnId: string): void {
    if (!this.#told.add(`turn ${turnId}`)) return;
    this.#end({ kind: 'done' });
    this.#turn.begin(turnId);
    this.#turnId = turnId;
  }

  #item(turnId: string | undefined, logged: Json): void {
    const item = itemOf(logged);
    const id = asText(item.id) ?? '';
    if (!this.#told.add(id)) return;
    // A command may outlive its turn.
    if (turnId !== undefined && !this.#told.has(`end of ${turnId}`)) this.#turn.ensure(turnId);
    if (!this.#turn.isOpen) this.#writer.raw(logged);
    else if (item.type === 'userMessage') this.#writer.question(id, saidIn(logged), { fromTerminal: true });
    else if (this.#items.completed(item)) this.#calls.completed(id);
    else this.#writer.raw(logged);
  }

  #call(item: Json): void {
    const kind = this.#calls.kindOf(item);
    if (kind === undefined || !this.#told.add(`${kind} ${String(item.call_id)}`)) return;
    if (kind === 'call') this.#turn.ensure(this.#turnId);
    this.#calls.tell(item);
  }

  #count(usage: Usage | undefined): void {
    if (usage !== undefined && this.#turn.isOpen) this.#turn.use('turn', usage);
  }

  #complete(failure: string | undefined): void {
    const isDone = failure === undefined;
    this.#end(isDone ? { kind: 'done' } : { kind: 'failed', message: failure, code: codexFailureCode(failure) });
  }

  #end(end: TurnEnd): void {
    this.#told.add(`end of ${this.#turnId}`);
    this.#turn.end(end);
    this.#usage.nextTurn();
    this.#calls.nextTurn();
    this.#failure = undefined;
  }
}
