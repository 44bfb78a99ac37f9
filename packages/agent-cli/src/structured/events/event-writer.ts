import type {
  AgentState,
  ConversationEvent,
  ConversationNotice,
  MessageFacts,
  PermissionAsked,
  RunFacts,
  ToolCallDetail,
} from '@agent-factory/protocol/conversations';
import { METADATA_KEY } from '@agent-factory/protocol/conversations';
import { MessageWriter } from './message-writer.js';
import { ToolWriter } from './tool-writer.js';

/** Most characters of something unknown that are kept. */
const MAX_RAW_LENGTH = 64 * 1024;

export interface EventWriterOptions {
  readonly threadId: string;
  /** The name of the CLI, as the source of what is unknown. */
  readonly source: string;
  /** The folder of the conversation: paths below it are written relative to it. */
  readonly cwd: string;
  emit(event: ConversationEvent): void;
}

/** How a run ended. */
export type RunOutcome =
  | { readonly kind: 'done' | 'cancelled'; readonly facts?: RunFacts }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string; readonly facts?: RunFacts };

/**
 * Writes events so that they are well-formed whatever the CLI does: what was opened is closed, nothing is closed
 * twice, no id stands for two things, and at the end of a run nothing of it stays open. What is said when no run goes
 * on is kept as it is.
 */
export class EventWriter {
  readonly #options: EventWriterOptions;
  readonly #messages: MessageWriter;
  readonly #tools: ToolWriter;
  readonly #asked = new Map<string, PermissionAsked>();
  #runId: string | undefined;

  constructor(options: EventWriterOptions) {
    this.#options = options;
    const emit = (event: ConversationEvent) => options.emit(event);
    this.#messages = new MessageWriter(emit);
    this.#tools = new ToolWriter({ cwd: options.cwd, emit });
  }

  /** What the CLI is called. */
  get source(): string {
    return this.#options.source;
  }

  get runId(): string | undefined {
    return this.#runId;
  }

  startRun(runId: string): void {
    if (this.#runId !== undefined) this.endRun({ kind: 'done' });
    this.#runId = runId;
    this.#tools.startRun();
    this.#emit({ type: 'RUN_STARTED', threadId: this.#options.threadId, runId });
  }

  /** The question that the run answers. */
  question(messageId: string, text: string, facts: MessageFacts = {}): void {
    this.#messages.close();
    const metadata = Object.keys(facts).length > 0 ? { metadata: { [METADATA_KEY]: facts } } : {};
    this.#emit({ type: 'TEXT_MESSAGE_START', messageId, role: 'user', ...metadata });
    if (text !== '') this.#emit({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta: text });
    this.#emit({ type: 'TEXT_MESSAGE_END', messageId });
  }

  /** A piece of the agent's answer. AG-UI knows no empty piece. */
  text(from: string, delta: string): void {
    if (delta === '') return;
    if (this.#runId === undefined) this.raw({ text: delta });
    else this.#messages.text(from, delta);
  }

  reasoning(from: string, delta: string): void {
    if (delta === '') return;
    if (this.#runId === undefined) this.raw({ reasoning: delta });
    else this.#messages.reasoning(from, delta);
  }

  /** Ends the text or reasoning that is open. */
  endMessage(): void {
    this.#messages.close();
  }

  /** False if it was begun before, or cannot begin now. */
  tool(toolCallId: string, toolCallName: string): boolean {
    if (this.#tools.isKnown(toolCallId)) return false;
    if (this.#runId === undefined) {
      this.raw({ toolCallId, toolCallName });
      return false;
    }
    this.#messages.close();
    this.#tools.begin(toolCallId, toolCallName);
    return true;
  }

  toolArguments(toolCallId: string, delta: string): void {
    this.#tools.arguments(toolCallId, delta);
  }

  endToolArguments(toolCallId: string): void {
    this.#tools.endArguments(toolCallId);
  }

  toolDetail(detail: ToolCallDetail): void {
    this.#tools.detail(detail);
  }

  toolResult(toolCallId: string, content: string): void {
    this.#tools.result(toolCallId, content);
  }

  /** A question that waits already is not asked twice. */
  ask(asked: PermissionAsked): void {
    if (this.#asked.has(asked.id)) return;
    const { toolCallId } = asked;
    const value = toolCallId === undefined ? asked : { ...asked, toolCallId: this.#tools.idOf(toolCallId) };
    this.#asked.set(asked.id, value);
    this.#emit({ type: 'CUSTOM', name: 'permission_asked', value });
  }

  /** The question, if it still waits for an answer. */
  asked(id: string): PermissionAsked | undefined {
    return this.#asked.get(id);
  }

  /** Whether any question waits. */
  get isAsking(): boolean {
    return this.#asked.size > 0;
  }

  /** Without an option, the question has lapsed. */
  answer(id: string, optionId?: string): void {
    const asked = this.#asked.get(id);
    if (asked === undefined) return;
    this.#asked.delete(id);
    const option = asked.options.find((option) => option.id === optionId);
    const chosen = option === undefined ? {} : { optionId: option.id, kind: option.kind };
    this.#emit({ type: 'CUSTOM', name: 'permission_answered', value: { id, ...chosen } });
    if (asked.toolCallId !== undefined && option?.kind.startsWith('reject')) this.#tools.refuse(asked.toolCallId);
  }

  state(snapshot: AgentState): void {
    this.#emit({ type: 'STATE_SNAPSHOT', snapshot });
  }

  notice(notice: ConversationNotice): void {
    this.#emit({ type: 'CUSTOM', name: 'notice', value: notice });
  }

  /** Something that has no event of its own. */
  raw(event: unknown): void {
    const text = typeof event === 'string' ? event : textOf(event);
    const isKept = text !== undefined && text.length <= MAX_RAW_LENGTH;
    // What is nested too deeply to be written cannot be kept.
    const cut = { cut: text?.slice(0, MAX_RAW_LENGTH) ?? '', length: text?.length ?? 0 };
    this.#emit({ type: 'RAW', event: isKept ? event : cut, source: this.#options.source });
  }

  /** Closes everything and ends the run, if there is one. */
  endRun(outcome: RunOutcome): void {
    this.#messages.close();
    for (const id of [...this.#asked.keys()]) this.answer(id);
    this.#tools.endRun();
    const runId = this.#runId;
    if (runId === undefined) return;
    this.#runId = undefined;
    const metadata = outcome.facts === undefined ? {} : { metadata: { [METADATA_KEY]: outcome.facts } };
    if (outcome.kind === 'failed') {
      this.#emit({ type: 'RUN_ERROR', message: outcome.message, code: outcome.code, ...metadata });
    } else {
      const type = outcome.kind === 'done' ? 'success' : 'cancelled';
      const { threadId } = this.#options;
      this.#emit({ type: 'RUN_FINISHED', threadId, runId, outcome: { type }, ...metadata });
    }
  }

  #emit(event: ConversationEvent): void {
    this.#options.emit(event);
  }
}

function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return undefined;
  }
}
