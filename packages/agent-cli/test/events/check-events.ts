import type { ConversationEvent } from '@agent-factory/protocol/conversations';

type Name = ConversationEvent['type'];
type Fields = Readonly<Record<string, unknown>>;

/** What may also come between two runs: it is about the conversation and not about an answer. */
const ANYWHERE = new Set<Name>(['STATE_SNAPSHOT', 'RAW', 'CUSTOM']);

/** Events that begin, go on with and end something, by the field that names it. */
const SPANS: Readonly<Record<string, { kind: string; field: string; step: 'start' | 'piece' | 'end' }>> = {
  TEXT_MESSAGE_START: { kind: 'text', field: 'messageId', step: 'start' },
  TEXT_MESSAGE_CONTENT: { kind: 'text', field: 'messageId', step: 'piece' },
  TEXT_MESSAGE_END: { kind: 'text', field: 'messageId', step: 'end' },
  REASONING_START: { kind: 'reasoning', field: 'messageId', step: 'start' },
  REASONING_END: { kind: 'reasoning', field: 'messageId', step: 'end' },
  REASONING_MESSAGE_START: { kind: 'reasoning message', field: 'messageId', step: 'start' },
  REASONING_MESSAGE_CONTENT: { kind: 'reasoning message', field: 'messageId', step: 'piece' },
  REASONING_MESSAGE_END: { kind: 'reasoning message', field: 'messageId', step: 'end' },
  TOOL_CALL_START: { kind: 'tool', field: 'toolCallId', step: 'start' },
  TOOL_CALL_ARGS: { kind: 'tool', field: 'toolCallId', step: 'piece' },
  TOOL_CALL_END: { kind: 'tool', field: 'toolCallId', step: 'end' },
};

/**
 * Throws at the first event that does not belong where it is: the rules of AG-UI's `verifyEvents`, and beyond them
 * that no id is ever used for a second thing. Runs end with everything in them.
 */
export class EventChecker {
  #runId: string | undefined;
  readonly #runs = new Set<string>();
  readonly #open = new Set<string>();
  readonly #ended = new Set<string>();
  readonly #results = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #everAsked = new Set<string>();
  #count = 0;

  add(event: ConversationEvent): void {
    this.#count += 1;
    const span = SPANS[event.type];
    if (this.#runId === undefined && event.type !== 'RUN_STARTED' && !ANYWHERE.has(event.type))
      this.#fail(event, 'outside any run');
    if (span !== undefined) this.#span(event, `${span.kind} ${String((event as Fields)[span.field])}`, span.step);
    else this.#other(event);
  }

  /** Nothing is open any more. */
  finish(): void {
    const left = [this.#runId ?? [], ...this.#open, ...this.#asked].flat();
    if (left.length > 0) throw new Error(`At the end, these are still open: ${left.join(', ')}`);
  }

  #span(event: ConversationEvent, key: string, step: 'start' | 'piece' | 'end'): void {
    if (step === 'start') {
      if (this.#open.has(key) || this.#ended.has(key)) this.#fail(event, `${key} was begun before`);
      this.#open.add(key);
      return;
    }
    if (!this.#open.has(key)) this.#fail(event, `${key} is not open`);
    if (step === 'piece' && (event as { delta: string }).delta === '') this.#fail(event, 'an empty piece');
    if (step === 'end') this.#ended.add(key);
    if (step === 'end') this.#open.delete(key);
  }

  #other(event: ConversationEvent): void {
    if (event.type === 'RUN_STARTED') this.#startRun(event, event.runId);
    else if (event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR') this.#endRun(event);
    else if (event.type === 'TOOL_CALL_RESULT') this.#result(event, event.toolCallId);
    else if (event.type === 'CUSTOM') this.#custom(event);
  }

  #startRun(event: ConversationEvent, runId: string): void {
    if (this.#runId !== undefined) this.#fail(event, `${this.#runId} goes on`);
    if (this.#runs.has(runId)) this.#fail(event, 'this run was before');
    this.#runs.add(runId);
    this.#runId = runId;
  }

  #endRun(event: ConversationEvent): void {
    if (this.#open.size > 0) this.#fail(event, `still open: ${[...this.#open].join(', ')}`);
    if (this.#asked.size > 0) this.#fail(event, `still asked: ${[...this.#asked].join(', ')}`);
    this.#runId = undefined;
  }

  #result(event: ConversationEvent, toolCallId: string): void {
    if (!this.#ended.has(`tool ${toolCallId}`)) this.#fail(event, 'the result of no call, or of one that goes on');
    if (this.#results.has(toolCallId)) this.#fail(event, 'a second result');
    this.#results.add(toolCallId);
  }

  #custom(event: Extract<ConversationEvent, { type: 'CUSTOM' }>): void {
    if (event.name === 'permission_asked') {
      if (this.#everAsked.has(event.value.id)) this.#fail(event, 'asked before');
      this.#everAsked.add(event.value.id);
      this.#asked.add(event.value.id);
    }
    if (event.name === 'permission_answered' && !this.#asked.delete(event.value.id))
      this.#fail(event, 'an answer to nothing');
  }

  #fail(event: ConversationEvent, why: string): never {
    throw new Error(`Event ${this.#count}, ${JSON.stringify(event).slice(0, 300)}: ${why}`);
  }
}
