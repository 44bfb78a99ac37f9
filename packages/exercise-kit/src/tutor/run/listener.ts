import type {
  ConversationEvent,
  PermissionAsked,
  RunFacts,
  ToolCallDetail,
} from '@agent-factory/protocol/conversations';
import { factsOf } from '@agent-factory/protocol/conversations';

/** How a run ended: undefined where it was answered, else the code of what went wrong and the tutor's words for it. */
export type RunFailure = { readonly code: string; readonly message: string } | undefined;

/** Hears a conversation, and keeps what the tutor says in it and what it wants to do. */
export class Listener {
  readonly #messages = new Map<string, string>();
  readonly #calls = new Map<string, string>();
  readonly #details: string[] = [];
  readonly #onAsked: (asked: PermissionAsked) => void;
  #onEnd: (failure: RunFailure) => void = () => undefined;
  costUsd: number | undefined;

  constructor(onAsked: (asked: PermissionAsked) => void) {
    this.#onAsked = onAsked;
  }

  /** The tutor's messages, without what it has only thought. */
  get messages(): string[] {
    return [...this.#messages.values()];
  }

  /** What its tools were to do: arguments, and what was to be written. */
  get tools(): string[] {
    return [...[...this.#calls.values()].map(argumentsOf), ...this.#details];
  }

  /** Resolves when the run that begins next ends. */
  ended(): Promise<RunFailure> {
    return new Promise((resolve) => {
      this.#onEnd = resolve;
    });
  }

  handle(event: ConversationEvent): void {
    if (event.type === 'TEXT_MESSAGE_START' && event.role === 'assistant') this.#messages.set(event.messageId, '');
    if (event.type === 'TEXT_MESSAGE_CONTENT') append(this.#messages, event.messageId, event.delta);
    if (event.type === 'TOOL_CALL_START') this.#calls.set(event.toolCallId, '');
    if (event.type === 'TOOL_CALL_ARGS') append(this.#calls, event.toolCallId, event.delta);
    if (event.type === 'CUSTOM') this.#handleOurs(event);
    if (event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR') this.#handleEnd(event);
  }

  #handleOurs(event: ConversationEvent & { type: 'CUSTOM' }): void {
    if (event.name === 'permission_asked') this.#onAsked(event.value);
    if (event.name === 'tool_call_detail') this.#details.push(...writtenBy(event.value));
  }

  #handleEnd(event: ConversationEvent & { type: 'RUN_FINISHED' | 'RUN_ERROR' }): void {
    this.#count(event.metadata);
    const failed = event.type === 'RUN_ERROR' && { code: event.code ?? '', message: event.message };
    this.#onEnd(failed || undefined);
  }

  #count(metadata: unknown): void {
    const { costUsd } = factsOf<RunFacts>(metadata).usage ?? {};
    if (costUsd !== undefined) this.costUsd = (this.costUsd ?? 0) + costUsd;
  }
}

/** What begins as the student's own, or as nobody's, is not kept. */
function append(texts: Map<string, string>, id: string, delta: string): void {
  const before = texts.get(id);
  if (before !== undefined) texts.set(id, before + delta);
}

/** Without the escapes of JSON. */
function argumentsOf(text: string): string {
  try {
    return textsIn(JSON.parse(text)).join('\n');
  } catch {
    return text;
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What was there before, and what a command has printed, is not the tutor's. */
function writtenBy({ command, edits = [] }: ToolCallDetail): string[] {
  return [command, ...edits.flatMap(({ newText, patch }) => [newText, patch])].filter((text) => text !== undefined);
}
