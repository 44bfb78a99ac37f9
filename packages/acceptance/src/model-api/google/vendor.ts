import type { Vendor } from '../vendor.js';
import { conversationOf, type GenerateRequest, toolsOf } from './conversation.js';
import { ContentWriter, content } from './writer.js';

/** Gemini CLI and the Gemini API. */
export const google: Vendor = {
  asks: /^\/v1beta\/models\/[^/]+:(generateContent|streamGenerateContent)$/,
  conversationOf: (body) => conversationOf(body as GenerateRequest),
  writer: (stream) => new ContentWriter(stream),
  inOnePiece: (text, { path }) =>
    path.endsWith(':generateContent') ? content([{ text }], { finishReason: 'STOP' }) : undefined,
  shell: (command, why) => ({ tool: 'run_shell_command', input: { command, description: why ?? 'Run it' } }),
  ofServer: ({ server, tool, input }) => ({ tool: `mcp_${server}_${tool}`, input }),
  toolsOf: (body) => toolsOf(body as GenerateRequest),
  errorBody: ({ status, type, message }) => ({ error: { code: status, status: type.toUpperCase(), message } }),
};
