import { sep } from 'node:path';
import type { ConversationEvent, ToolCallDetail } from '@agent-factory/protocol/conversations';
import { EventIds } from './event-ids.js';

/** Most characters of one result of a tool that are kept. */
const MAX_RESULT_LENGTH = 256 * 1024;

/** A tool call of the run. In the events it has another id than the agent's where an earlier run had the same. */
interface Call {
  readonly id: string;
  state: 'arguments' | 'running' | 'done';
}

export interface ToolWriterOptions {
  /** Paths below this folder are written relative to it. */
  readonly cwd: string;
  emit(event: ConversationEvent): void;
}

/** Writes the tool calls of one run after the other. */
export class ToolWriter {
  readonly #options: ToolWriterOptions;
  readonly #ids = new EventIds();
  /** All calls of the run, by the agent's ids: a second start of one is none. */
  readonly #calls = new Map<string, Call>();
  /** Calls that the student did not allow, by their ids in the events. */
  readonly #refused = new Set<string>();

  constructor(options: ToolWriterOptions) {
    this.#options = options;
  }

  isKnown(toolCallId: string): boolean {
    return this.#calls.has(toolCallId);
  }

  begin(toolCallId: string, toolCallName: string): void {
    const id = this.#ids.next(toolCallId);
    this.#calls.set(toolCallId, { id, state: 'arguments' });
    this.#options.emit({ type: 'TOOL_CALL_START', toolCallId: id, toolCallName });
  }

  arguments(toolCallId: string, delta: string): void {
    const call = this.#calls.get(toolCallId);
    if (delta === '' || call?.state !== 'arguments') return;
    this.#options.emit({ type: 'TOOL_CALL_ARGS', toolCallId: call.id, delta });
  }

  endArguments(toolCallId: string): void {
    const call = this.#calls.get(toolCallId);
    if (call?.state !== 'arguments') return;
    call.state = 'running';
    this.#options.emit({ type: 'TOOL_CALL_END', toolCallId: call.id });
  }

  detail(detail: ToolCallDetail): void {
    const { paths, edits } = detail;
    const value = {
      ...detail,
      toolCallId: this.idOf(detail.toolCallId),
      ...(paths && { paths: paths.map((path) => this.#relative(path)) }),
      ...(edits && { edits: edits.map((edit) => ({ ...edit, path: this.#relative(edit.path) })) }),
    };
    this.#options.emit({ type: 'CUSTOM', name: 'tool_call_detail', value });
  }

  result(toolCallId: string, content: string): void {
    const call = this.#calls.get(toolCallId);
    if (call === undefined || call.state === 'done') return;
    this.endArguments(toolCallId);
    call.state = 'done';
    const kept = content.slice(0, MAX_RESULT_LENGTH);
    const messageId = `result-${call.id}`;
    this.#options.emit({ type: 'TOOL_CALL_RESULT', messageId, toolCallId: call.id, content: kept });
  }

  /** Its id in the events. */
  idOf(toolCallId: string): string {
    return this.#calls.get(toolCallId)?.id ?? toolCallId;
  }

  /** The student did not allow it. Not every agent says again that it was not used. */
  refuse(id: string): void {
    this.#refused.add(id);
    this.detail({ toolCallId: id, status: 'refused' });
  }

  /** The run ends: what has no result by now has failed. */
  endRun(): void {
    for (const [toolCallId, call] of this.#calls) {
      if (call.state === 'done') continue;
      this.endArguments(toolCallId);
      call.state = 'done';
      if (!this.#refused.has(call.id)) this.detail({ toolCallId, status: 'failed' });
    }
    this.#refused.clear();
  }

  startRun(): void {
    this.#calls.clear();
  }

  #relative(path: string): string {
    const folder = `${this.#options.cwd}${sep}`;
    return path.startsWith(folder) ? path.slice(folder.length) : path;
  }
}
