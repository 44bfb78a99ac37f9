import { PracticeError, parseJson } from '@agent-factory/protocol';
import { MAX_MCP_BYTES, MCP_ROUTES, type ProjectId } from '@agent-factory/protocol/coach';
import express, { type Request as NodeRequest, type RequestHandler } from 'express';
import type { ServedRoute } from '../../http/served-route.js';
import type { McpSessions } from './mcp-sessions.js';
import { RPC_CODES, rpcError } from './rpc-error.js';
import { sendWebResponse, toWebRequest } from './web-exchange.js';

export interface McpRoutesOptions {
  /** The project of a living session's secret. */
  readonly projectOf: (secret: string) => ProjectId | undefined;
  readonly load: () => Promise<McpSessions>;
}

/** As text: what is no JSON is answered in the words of the agents' own protocol. */
const readText = express.text({ type: 'application/json', limit: MAX_MCP_BYTES, inflate: false });

/** `/mcp`: where agents reach their tools. Opened by the secret of their session alone, which no page has. */
export function mcpRoutes({ projectOf, load }: McpRoutesOptions): ServedRoute[] {
  const prove: RequestHandler = (request, response, next) => {
    requireProject(projectOf, request);
    readText(request, response, next);
  };
  const handler: RequestHandler = async (request, response) => {
    const sessions = await load();
    // Asked again: meanwhile, the session may have ended.
    const { secret, projectId } = requireProject(projectOf, request);
    const send = (answer: Response) => sendWebResponse(response, answer);
    const message = messageIn(request);
    if (message === 'not_json') return send(rpcError(400, RPC_CODES.parse, 'Parse error: the body is not JSON'));
    await sessions.handle({ secret, projectId, request: toWebRequest(request), ...message }, send);
  };
  return Object.values(MCP_ROUTES).map((route) => ({ route, prove, handler }));
}

function messageIn(request: NodeRequest): { body: unknown } | 'not_json' {
  if (request.method !== 'POST') return { body: undefined };
  if (typeof request.body !== 'string')
    throw new PracticeError(
      'unsupported_media_type',
      'Send the message as JSON, with "Content-Type: application/json".',
    );
  const parsed = parseJson(request.body);
  return parsed.ok ? { body: parsed.value } : 'not_json';
}

function requireProject(
  projectOf: McpRoutesOptions['projectOf'],
  { headers }: NodeRequest,
): { secret: string; projectId: ProjectId } {
  const secret = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const projectId = projectOf(secret);
  if (projectId !== undefined) return { secret, projectId };
  throw new PracticeError('mcp_forbidden', 'Send the secret of a running session as "Authorization: Bearer <secret>".');
}
