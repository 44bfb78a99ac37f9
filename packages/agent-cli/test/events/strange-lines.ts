import type { Json } from '../../src/json.js';
import type { Captured } from './captures.js';

const streamed = (event: Json) => ({ type: 'stream_event', parent_tool_use_id: null, event });
const updated = (update: Json) => ({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });

/** What each agent may say, and said in none of the captures: nothing of it is known here, or nearly nothing. */
const STRANGE: Readonly<Record<Captured, readonly Json[]>> = {
  claude: [
    { type: 'rate_limit_event', rate_limit_info: { status: 'allowed' } },
    { type: 'system', subtype: 'compact_boundary', session_id: 's' },
    { type: 'control_request', request_id: 'r', request: { subtype: 'hook_callback' } },
    { type: 'control_response', response: { subtype: 'success', request_id: 'nobody', response: {} } },
    { type: 'assistant', message: { id: 'm', content: [{ type: 'redacted_thinking', data: 'x' }] } },
    { type: 'assistant', parent_tool_use_id: 't', message: { id: 'n', content: [{ type: 'text', text: 'x' }] } },
    { type: 'user', message: { role: 'user', content: 'x' } },
    streamed({ type: 'content_block_start', index: 7, content_block: { type: 'server_tool_use', id: 'x' } }),
    streamed({ type: 'content_block_delta', index: 7, delta: { type: 'input_json_delta', partial_json: '{' } }),
    streamed({ type: 'something_new' }),
  ],
  codex: [
    { method: 'error', params: { error: { message: 'x' }, willRetry: true } },
    { method: 'turn/plan/updated', params: { plan: [] } },
    { method: 'item/started', params: { item: { type: 'somethingNew', id: 'i' } } },
    { method: 'item/completed', params: { item: { type: 'somethingNew', id: 'i' } } },
    { method: 'item/agentMessage/delta', params: { threadId: 'another', itemId: 'i', delta: 'x' } },
    { id: 99, method: 'item/tool/requestUserInput', params: {} },
    { id: 98, result: {} },
  ],
  gemini: [
    { jsonrpc: '2.0', method: '_cli/notice', params: {} },
    { jsonrpc: '2.0', id: 99, method: 'fs/read_text_file', params: { path: '/x' } },
    { jsonrpc: '2.0', id: 98, result: {} },
    updated({ sessionUpdate: 'plan', entries: [] }),
    updated({ sessionUpdate: 'agent_message_chunk', content: { type: 'image', data: 'x' } }),
    updated({ sessionUpdate: 'tool_call', title: 'without an id' }),
    updated({}),
  ],
};

export function strangeLines(agent: Captured): string[] {
  return STRANGE[agent].map((message) => JSON.stringify(message));
}
