import type { Thread } from '@agent-factory/protocol/conversations';
import { asList, asObject, asText, isObject, type Json, parseLine } from '../../src/json.js';
import type { Captured } from './captures.js';
import type { Driving } from './driving.js';

/**
 * Of which lines of an agent's nothing need come, and why; whatever is not listed here must leave an event. It keeps
 * its own account of the conversation, from what was sent and said: what a driver believes of itself proves nothing.
 */
export class Silence {
  readonly #agent: Captured;
  readonly #driving: Driving;
  /** Requests of the driver's that were answered. */
  readonly #answered = new Set<unknown>();
  /** Messages of which pieces have come: the whole tells nothing new. */
  readonly #streamed = new Set<unknown>();
  /** Requests of the agent's that ask the student, and have been asked before. */
  readonly #asked = new Set<unknown>();
  /** Questions that will be asked some turns later. */
  handedOver = 0;

  constructor(agent: Captured, driving: Driving) {
    this.#agent = agent;
    this.#driving = driving;
  }

  /** Called with every line, before it is read. */
  allows(line: string): boolean {
    const message = parseLine(line);
    if (line.trim() === '') return true;
    if (!isObject(message)) return false;
    return this.#isAnswer(message) || this[this.#agent](message);
  }

  /** The answer to a request of the driver's goes to whoever has asked; a second one is nobody's. */
  #isAnswer(message: Json): boolean {
    const isClaude = this.#agent === 'claude';
    if (isClaude ? message.type !== 'control_response' : message.method !== undefined) return false;
    const id = isClaude ? asObject(message.response).request_id : message.id;
    // What is neither is no id of ours.
    const text = typeof id === 'number' ? String(id) : asText(id);
    const wasAsked = this.#driving.sent.some((sent) =>
      isClaude
        ? sent.type === 'control_request' && String(sent.request_id) === text
        : sent.method !== undefined && sent.id !== undefined && String(sent.id) === text,
    );
    return wasAsked && isNew(this.#answered, text);
  }

  claude(message: Json): boolean {
    const hasRun = this.#driving.recording.writer.runId !== undefined;
    const request = asObject(message.request);
    switch (message.type) {
      case 'keep_alive':
        return true;
      // A question that comes twice is asked once, and one that nobody was asked cannot lapse.
      case 'control_request':
        return request.subtype === 'can_use_tool' && !isNew(this.#asked, message.request_id);
      case 'control_cancel_request':
        return !this.#waits(message.request_id);
      // Model and mode are told when they change.
      case 'system':
        return (message.subtype === 'init' || message.subtype === 'status') && !this.#changesState(message);
      // The turn is over already.
      case 'result':
        return !hasRun;
      case 'stream_event':
        return message.parent_tool_use_id == null && this.#claudePiece(asObject(message.event));
      case 'assistant':
        return message.parent_tool_use_id == null && this.#claudeWhole(asObject(message.message));
      default:
        return false;
    }
  }

  /** The frame around what is said. */
  #claudePiece(event: Json): boolean {
    const block = asObject(event.content_block);
    const delta = asObject(event.delta);
    if (event.type === 'message_start') this.#streamed.add(asText(asObject(event.message).id) ?? '');
    // A call that is begun twice is one call.
    if (block.type === 'tool_use') return asText(block.id) !== undefined && this.#isCalled(block.id);
    if (event.type === 'content_block_start') return block.type === 'text' || block.type === 'thinking';
    if (event.type !== 'content_block_delta')
      return ['message_start', 'content_block_stop', 'message_delta', 'message_stop', 'ping'].includes(
        asText(event.type) ?? '',
      );
    return (
      ['signature_delta', 'citations_delta'].includes(asText(delta.type) ?? '') ||
      [delta.text, delta.thinking, delta.partial_json].includes('')
    );
  }

  #claudeWhole(message: Json): boolean {
    const wasStreamed = this.#streamed.has(asText(message.id) ?? '');
    return asList(message.content)
      .map(asObject)
      .every(({ type, text, thinking }) =>
        type === 'text' ? wasStreamed || text === '' : type === 'thinking' && (wasStreamed || thinking === ''),
      );
  }

  codex({ id, method, params }: Json): boolean {
    const { item, itemId, delta } = asObject(params);
    const { type } = asObject(item);
    if (id !== undefined)
      return (asText(method) ?? '').endsWith('/requestApproval') && !isNew(this.#asked, JSON.stringify([id, itemId]));
    switch (method) {
      // The student's own message was written before it was sent; what is begun is told when there is something of it.
      case 'item/started':
        return ['agentMessage', 'plan', 'reasoning', 'userMessage'].includes(asText(type) ?? '');
      case 'item/completed':
        return this.#codexWhole(asObject(item));
      case 'item/agentMessage/delta':
      case 'item/reasoning/summaryTextDelta':
      case 'item/reasoning/textDelta':
        this.#streamed.add(asText(itemId) ?? '');
        return delta === '';
      // The turn is over already.
      case 'turn/completed':
        return this.#driving.recording.writer.runId === undefined;
      default:
        return CODEX_QUIET.has(method);
    }
  }

  #codexWhole(item: Json): boolean {
    if (item.type === 'userMessage' || this.#streamed.has(asText(item.id) ?? '')) return true;
    const parts = [...asList(item.summary), ...asList(item.content)];
    return item.type === 'reasoning' ? parts.length === 0 : item.text === '';
  }

  gemini({ id, method, params }: Json): boolean {
    // What it asks is handed to the SDK, and comes back some turns later: it is counted in the end.
    if (method === 'session/request_permission' && (typeof id === 'string' || typeof id === 'number')) {
      this.handedOver += 1;
      return true;
    }
    if (method !== 'session/update') return false;
    const update = asObject(asObject(params).update);
    if (update.sessionUpdate === 'available_commands_update' || update.sessionUpdate === 'user_message_chunk')
      return true;
    return (asText(update.sessionUpdate) ?? '').endsWith('_chunk') && asObject(update.content).text === '';
  }

  #isCalled(id: unknown): boolean {
    return this.#driving.recording.events.some((event) => event.type === 'TOOL_CALL_START' && event.toolCallId === id);
  }

  #waits(requestId: unknown): boolean {
    const { asked }: Thread = this.#driving.recording.thread;
    return asked.some(({ id }) => id === requestId);
  }

  #changesState({ model, permissionMode }: Json): boolean {
    const { state } = this.#driving.driver;
    const isOther = (value: unknown, known: string | undefined) => asText(value) !== undefined && value !== known;
    return isOther(model, state.model) || isOther(permissionMode, state.mode);
  }
}

/** What Codex tells of things that nothing here shows, or shows at the end of the turn. */
const CODEX_QUIET = new Set<unknown>([
  'thread/started',
  'thread/status/changed',
  'turn/started',
  'account/rateLimits/updated',
  'remoteControl/status/changed',
  'item/reasoning/summaryPartAdded',
  'thread/settings/updated',
  'skills/changed',
  'mcpServer/startupStatus/updated',
  'thread/tokenUsage/updated',
  'serverRequest/resolved',
]);

function isNew(known: Set<unknown>, id: unknown): boolean {
  const wasThere = known.has(id);
  known.add(id);
  return !wasThere;
}
