import type { AgentState } from './agent-state.js';
import type { Usage } from './conversation.js';
import type { PermissionAnswered, PermissionAsked, ToolCallDetail } from './custom.js';
import type { ConversationEvent, LoggedEvent } from './event.js';
import { factsOf, type MessageFacts, type RunFacts } from './message-facts.js';
import type { RunEnd, Thread, ThreadItem } from './thread.js';

/** Arguments and results of tools are kept up to this many characters; what is longer is in the agent's own log. */
const MAX_TOOL_TEXT = 100_000;

type EventOf<Name extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Name }>;
type ItemOf<Kind extends ThreadItem['kind']> = Extract<ThreadItem, { kind: Kind }>;

/**
 * Puts a conversation together from its events. An event that was there already is passed over, and so is one it
 * does not know; whatever the order, it does not throw.
 */
export class ThreadBuilder {
  #items: ThreadItem[] = [];
  /** Where an item is, by kind and id. */
  readonly #places = new Map<string, number>();
  readonly #asked = new Map<string, PermissionAsked>();
  #lastEventId = 0;
  #run: { id: string; at: string } | undefined;
  #state: AgentState | undefined;
  #usage: Usage = {};
  #inTerminal = false;

  /** What has come together so far. */
  snapshot(): Thread {
    return {
      items: [...this.#items],
      lastEventId: this.#lastEventId,
      runId: this.#run?.id,
      asked: [...this.#asked.values()],
      state: this.#state,
      usage: this.#usage,
      inTerminal: this.#inTerminal,
    };
  }

  add({ id, at, event }: LoggedEvent): void {
    if (id <= this.#lastEventId) return;
    this.#lastEventId = id;
    const handle = HANDLERS[event.type] as ((builder: ThreadBuilder, event: unknown, place: Place) => void) | undefined;
    handle?.(this, event, { eventId: id, at });
  }

  put(item: ThreadItem): void {
    const key = `${item.kind} ${item.id}`;
    const place = this.#places.get(key);
    if (place === undefined) this.#places.set(key, this.#items.push(item) - 1);
    else this.#items[place] = item;
  }

  find<Kind extends ThreadItem['kind']>(kind: Kind, id: string): ItemOf<Kind> | undefined {
    const place = this.#places.get(`${kind} ${id}`);
    return place === undefined ? undefined : (this.#items[place] as ItemOf<Kind>);
  }

  change<Kind extends ThreadItem['kind']>(kind: Kind, id: string, change: (item: ItemOf<Kind>) => ItemOf<Kind>): void {
    const item = this.find(kind, id);
    if (item !== undefined) this.put(change(item));
  }

  startRun(id: string, at: string): void {
    this.#run = { id, at };
  }

  endRun(place: Place, end: Omit<RunEnd, 'kind' | 'id'>): void {
    const run = this.#run;
    this.#run = undefined;
    this.#asked.clear();
    const durationMs = run === undefined ? undefined : Date.parse(place.at) - Date.parse(run.at);
    const item = { ...place, kind: 'run_end', id: run?.id ?? `${place.eventId}`, ...end } as const;
    this.put(durationMs === undefined || !(durationMs >= 0) ? item : { ...item, durationMs });
    this.#usage = sum(this.#usage, end.usage);
  }

  ask(asked: PermissionAsked): void {
    this.#asked.set(asked.id, asked);
    if (asked.toolCallId !== undefined)
      this.change('tool', asked.toolCallId, (tool) => ({ ...tool, permission: asked }));
  }

  answer(answered: PermissionAnswered): void {
    const asked = this.#asked.get(answered.id);
    this.#asked.delete(answered.id);
    if (asked?.toolCallId === undefined) return;
    this.change('tool', asked.toolCallId, (tool) => ({ ...tool, permission: { ...asked, answered } }));
  }

  setState(state: AgentState): void {
    this.#state = state;
  }

  handOver(to: 'terminal' | 'chat'): void {
    this.#inTerminal = to === 'terminal';
  }

  /** Takes back what came after an event. What it has used stays used. */
  rewind(toEventId: number): void {
    this.#items = this.#items.filter(({ eventId }) => eventId <= toEventId);
    this.#places.clear();
    for (const [place, item] of this.#items.entries()) this.#places.set(`${item.kind} ${item.id}`, place);
  }
}

type Place = Pick<ThreadItem, 'eventId' | 'at'>;
type Handler<Name extends ConversationEvent['type']> = (
  builder: ThreadBuilder,
  event: EventOf<Name>,
  place: Place,
) => void;

const HANDLERS: { readonly [Name in ConversationEvent['type']]?: Handler<Name> } = {
  RUN_STARTED: (builder, { runId }, { at }) => builder.startRun(runId, at),
  RUN_FINISHED(builder, { outcome, metadata }, place) {
    const { usage } = factsOf<RunFacts>(metadata);
    builder.endRun(place, { outcome: outcome?.type === 'cancelled' ? 'cancelled' : 'done', ...(usage && { usage }) });
  },
  RUN_ERROR(builder, { message, code, metadata }, place) {
    const { usage } = factsOf<RunFacts>(metadata);
    builder.endRun(place, { outcome: 'failed', message, ...(code && { code }), ...(usage && { usage }) });
  },
  TEXT_MESSAGE_START(builder, { messageId: id, role, metadata }, place) {
    const text = '';
    if (role === 'user') builder.put({ ...place, kind: 'question', id, text, facts: factsOf<MessageFacts>(metadata) });
    else builder.put({ ...place, kind: 'answer', id, text, isDone: false });
  },
  TEXT_MESSAGE_CONTENT(builder, { messageId, delta }) {
    const kind = builder.find('answer', messageId) ? 'answer' : 'question';
    builder.change(kind, messageId, (item) => ({ ...item, text: item.text + delta }));
  },
  TEXT_MESSAGE_END: (builder, { messageId }) =>
    builder.change('answer', messageId, (item) => ({ ...item, isDone: true })),
  REASONING_MESSAGE_START: (builder, { messageId: id }, place) =>
    builder.put({ ...place, kind: 'reasoning', id, text: '', isDone: false }),
  REASONING_MESSAGE_CONTENT: (builder, { messageId, delta }) =>
    builder.change('reasoning', messageId, (item) => ({ ...item, text: item.text + delta })),
  REASONING_MESSAGE_END: (builder, { messageId }, { at }) =>
    builder.change('reasoning', messageId, (item) => ({ ...item, isDone: true, endedAt: at })),
  TOOL_CALL_START(builder, { toolCallId: id, toolCallName: name }, place) {
    builder.put({ ...place, kind: 'tool', id, name, args: '', isDone: false, detail: { toolCallId: id } });
  },
  TOOL_CALL_ARGS: (builder, { toolCallId, delta }) =>
    builder.change('tool', toolCallId, (tool) => ({ ...tool, args: cut(tool.args + delta) })),
  TOOL_CALL_RESULT: (builder, { toolCallId, content }) =>
    builder.change('tool', toolCallId, (tool) => ({ ...tool, result: cut(textOf(content)), isDone: true })),
  STATE_SNAPSHOT: (builder, { snapshot }) => builder.setState(snapshot),
  CUSTOM: (builder, event, place) => handleCustom(builder, event, place),
};

type CustomHandlers = {
  readonly [Name in EventOf<'CUSTOM'>['name']]: (
    builder: ThreadBuilder,
    value: Extract<EventOf<'CUSTOM'>, { name: Name }>['value'],
    place: Place,
  ) => void;
};

const CUSTOM_HANDLERS: CustomHandlers = {
  tool_call_detail: (builder, value) => builder.change('tool', value.toolCallId, (tool) => addDetail(tool, value)),
  permission_asked: (builder, value) => builder.ask(value),
  permission_answered: (builder, value) => builder.answer(value),
  notice: (builder, notice, place) => builder.put({ ...place, kind: 'notice', id: `${place.eventId}`, notice }),
  handed_over(builder, { to }, place) {
    builder.handOver(to);
    builder.put({ ...place, kind: 'handed_over', id: `${place.eventId}`, to });
  },
  rewound: (builder, { toEventId }) => builder.rewind(toEventId),
};

function handleCustom(builder: ThreadBuilder, { name, value }: EventOf<'CUSTOM'>, place: Place): void {
  const handle = CUSTOM_HANDLERS[name] as ((builder: ThreadBuilder, value: unknown, place: Place) => void) | undefined;
  handle?.(builder, value, place);
}

function addDetail(tool: ItemOf<'tool'>, value: ToolCallDetail): ItemOf<'tool'> {
  const isDone = tool.isDone || (value.status !== undefined && value.status !== 'running');
  return { ...tool, isDone, detail: { ...tool.detail, ...value } };
}

function cut(text: string): string {
  return text.length > MAX_TOOL_TEXT ? text.slice(0, MAX_TOOL_TEXT) : text;
}

function textOf(content: EventOf<'TOOL_CALL_RESULT'>['content']): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}

function sum(total: Usage, more: Usage = {}): Usage {
  const names = new Set([...Object.keys(total), ...Object.keys(more)]) as Set<keyof Usage>;
  return Object.fromEntries([...names].map((name) => [name, (total[name] ?? 0) + (more[name] ?? 0)]));
}
