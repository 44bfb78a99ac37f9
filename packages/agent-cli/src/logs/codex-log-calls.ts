import type { ToolCallDetail } from '@agent-factory/protocol/conversations';
import { asList, asObject, asText, type Json } from '../json.js';
import type { EventWriter } from '../structured/events/event-writer.js';

const CALLS = new Set<unknown>(['function_call', 'custom_tool_call', 'local_shell_call']);
const OUTPUTS = new Set<unknown>(['function_call_output', 'custom_tool_call_output']);
/** What the model calls the tools that the student knows as commands and edits. */
const SHELLS = new Set<unknown>(['exec_command', 'shell', 'shell_command', 'local_shell', 'container.exec']);
/** As the items are called that tell what came of them. */
const NAMES: Readonly<Record<string, string>> = { execute: 'commandExecution', edit: 'fileChange' };
const PATCH = /^\s*apply_patch\b/;
const REFUSED = /rejected by user|denied by user/i;
const FAILED = /^(?:exec_command failed|aborted by user|Wall time: [\d.]+ seconds\naborted)/;

/**
 * Tools as the model calls them. The call is there before the student is asked, and what came of it, as an item,
 * only when it is done; some tools have no item at all.
 */
export class CodexLogCalls {
  readonly #writer: EventWriter;
  /** Calls of this turn that are done. */
  readonly #done = new Set<string>();

  constructor(writer: EventWriter) {
    this.#writer = writer;
  }

  /** Undefined for what is neither the call of a tool nor its result. */
  kindOf({ type }: Json): 'call' | 'output' | undefined {
    if (CALLS.has(type)) return 'call';
    return OUTPUTS.has(type) ? 'output' : undefined;
  }

  tell(item: Json): void {
    const id = asText(item.call_id);
    if (id === undefined || this.#done.has(id)) return;
    if (CALLS.has(item.type)) this.#begin(id, item);
    else this.#end(id, outputOf(item.output));
  }

  /** Its item has told what came of it. */
  completed(id: string): void {
    this.#done.add(id);
  }

  nextTurn(): void {
    this.#done.clear();
  }

  #begin(id: string, call: Json): void {
    const detail = detailOf(id, call);
    const tool = NAMES[detail.kind ?? 'other'] ?? nameOf(call);
    if (!this.#writer.tool(id, tool)) return;
    this.#writer.toolArguments(id, asText(call.arguments) ?? asText(call.input) ?? JSON.stringify(call.action ?? {}));
    this.#writer.endToolArguments(id);
    this.#writer.toolDetail(detail);
  }

  #end(id: string, output: string): void {
    this.#done.add(id);
    const status = REFUSED.test(output) ? 'refused' : FAILED.test(output) ? 'failed' : 'completed';
    this.#writer.toolDetail({ toolCallId: id, status });
    this.#writer.toolResult(id, output);
  }
}

function detailOf(toolCallId: string, call: Json): ToolCallDetail {
  const name = nameOf(call);
  const command = commandOf(call);
  const status = 'running';
  if (name === 'apply_patch' || PATCH.test(command ?? ''))
    return { toolCallId, kind: 'edit', title: 'Edit files', status };
  if (SHELLS.has(name) && command !== undefined)
    return { toolCallId, kind: 'execute', title: command, command, status };
  return { toolCallId, kind: 'other', title: name, status };
}

function nameOf({ name }: Json): string {
  return asText(name) ?? 'local_shell';
}

/** The command a shell is to run: alone, or as the last argument of one. */
function commandOf(call: Json): string | undefined {
  const { cmd, command } = { ...argumentsOf(call), ...asObject(call.action) } as Json;
  return asText(cmd) ?? asText(command) ?? asText(asList(command).at(-1));
}

function argumentsOf(call: Json): Json {
  try {
    return asObject(JSON.parse(asText(call.arguments) ?? '{}'));
  } catch {
    return {};
  }
}

/** Plain text, parts, or in older versions an object with the text in it. */
function outputOf(output: unknown): string {
  const parts = asList(output).map((part) => asText(asObject(part).text) ?? `[${String(asObject(part).type)}]`);
  return asText(output) ?? asText(asObject(output).content) ?? parts.join('\n');
}
