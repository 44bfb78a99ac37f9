import type { Vendor } from '../vendor.js';
import { conversationOf, formOf, type MessagesRequest, toolsOf } from './conversation.js';
import { emptyMessage, MessageWriter } from './writer.js';

/** Claude Code and the Messages API. */
export const anthropic: Vendor = {
  asks: /^\/v1\/messages$/,
  others: { '/v1/messages/count_tokens': { input_tokens: 100 } },
  conversationOf: (body) => conversationOf(body as MessagesRequest),
  writer: (stream, { body }) => new MessageWriter(stream, (body as MessagesRequest).model),
  inOnePiece: (text, { body }) => {
    const { stream, model } = body as MessagesRequest;
    if (stream) return undefined;
    return { ...emptyMessage(model), content: [{ type: 'text', text }], stop_reason: 'end_turn' };
  },
  formOf: (body) => formOf(body as MessagesRequest),
  shell: (command, why) => ({ tool: 'Bash', input: { command, description: why ?? 'Run it' } }),
  ofServer: ({ server, tool, input }) => ({ tool: `mcp__${server}__${tool}`, input }),
  toolsOf: (body) => toolsOf(body as MessagesRequest),
  errorBody: ({ type, message }) => ({ type: 'error', error: { type, message } }),
};
