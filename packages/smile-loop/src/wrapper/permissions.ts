import type { ConversationEvent, PermissionAsked, ToolKind } from '@agent-factory/protocol/conversations';
import type { Role } from '../contract/agents.js';

const WEB = /web_?(?:fetch|search)|google_web_search|browser/i;
const READING: ReadonlySet<ToolKind> = new Set(['read', 'search', 'fetch', 'think']);

/** Answers what a CLI asks before it uses a tool. */
export class Permissions {
  readonly #role: Role;
  /** Name and kind of each call. */
  readonly #tools = new Map<string, { name: string; kind?: ToolKind | undefined }>();

  constructor(role: Role) {
    this.#role = role;
  }

  heard(event: ConversationEvent): void {
    if (event.type === 'RUN_STARTED') this.#tools.clear();
    if (event.type === 'TOOL_CALL_START') this.#tools.set(event.toolCallId, { name: event.toolCallName });
    if (event.type !== 'CUSTOM' || event.name !== 'tool_call_detail') return;
    const tool = this.#tools.get(event.value.toolCallId);
    if (tool !== undefined && event.value.kind !== undefined) tool.kind = event.value.kind;
  }

  /** The id of the option to choose; undefined where there is none, and the question has to lapse. */
  choose({ toolCallId, options }: PermissionAsked): string | undefined {
    const wanted = this.#isAllowed(toolCallId) ? 'allow' : 'reject';
    return [`${wanted}_once`, `${wanted}_always`]
      .map((kind) => options.find((option) => option.kind === kind)?.id)
      .find((id) => id !== undefined);
  }

  #isAllowed(toolCallId: string | undefined): boolean {
    const tool = toolCallId === undefined ? undefined : this.#tools.get(toolCallId);
    if (this.#role === 'student') return tool === undefined || !(tool.kind === 'fetch' || WEB.test(tool.name));
    return tool?.kind !== undefined && READING.has(tool.kind);
  }
}
