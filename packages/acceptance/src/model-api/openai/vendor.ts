import type { Vendor } from '../vendor.js';
import { conversationOf, type ResponsesRequest, toolsOf } from './conversation.js';
import { ResponseWriter } from './writer.js';

/** Codex and the Responses API. Codex wants every answer in pieces. */
export const openai: Vendor = {
  asks: /^\/v1\/responses$/,
  conversationOf: (body) => conversationOf(body as ResponsesRequest),
  writer: (stream, { body }) => new ResponseWriter(stream, (body as ResponsesRequest).model),
  // A command that leaves the sandbox is one that the student is asked about.
  shell: (command, why) => ({
    tool: 'exec_command',
    input: { cmd: command, ...(why !== undefined && { sandbox_permissions: 'require_escalated', justification: why }) },
  }),
  ofServer: ({ server, tool, input }) => ({ group: `mcp__${server}`, tool, input }),
  toolsOf: (body) => toolsOf(body as ResponsesRequest),
  errorBody: ({ type, message }) => ({ error: { type, message } }),
};
