import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../loopback.js';
import { conversationOf, isSideRequest, type MessagesRequest } from './conversation.js';
import { emptyMessage, MessageStream } from './message-stream.js';
import type { Reply, Scenario } from './scenario.js';

/** What Claude Code asked, kept for assertions. */
export interface RecordedRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

/** A Messages API on loopback, answered by a scenario. Disposing it ends every open answer. */
export interface MessagesApi extends AsyncDisposable {
  url: string;
  requests: readonly RecordedRequest[];
}

export async function startMessagesApi(scenario: Scenario): Promise<MessagesApi> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, response, scenario, requests).catch((error: unknown) => {
      response.headersSent ? response.destroy() : sendError(response, 500, 'api_error', String(error));
    });
  });
  const url = await listenOnLoopback(server);
  return { url, requests, [Symbol.asyncDispose]: () => close(server, scenario) };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  scenario: Scenario,
  requests: RecordedRequest[],
): Promise<void> {
  const body = await readJson(request);
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  requests.push({ method: request.method ?? '', path, headers: request.headers, body });
  if (request.method === 'HEAD') return void response.writeHead(200).end();
  if (path === '/v1/messages/count_tokens') return sendJson(response, { input_tokens: 100 });
  if (path !== '/v1/messages') return sendError(response, 404, 'not_found_error', `No such path: ${path}`);
  await answerMessages(body as MessagesRequest, response, scenario);
}

async function answerMessages(body: MessagesRequest, response: ServerResponse, scenario: Scenario): Promise<void> {
  const reply = isSideRequest(body) ? sideReply(body) : scenario.replyTo(conversationOf(body));
  if ('error' in reply) return sendError(response, reply.error.status, reply.error.type, reply.error.message);
  if (body.stream) return new MessageStream(response, scenario).send(body.model, reply.steps);
  const text = reply.steps.map((step) => ('text' in step ? step.text : '')).join('');
  const message = { ...emptyMessage(body.model), content: [{ type: 'text', text }], stop_reason: 'end_turn' };
  sendJson(response, message);
}

/** Titles are asked for as JSON; every other side request is content with a word. */
function sideReply(body: MessagesRequest): Reply {
  const wantsJson = JSON.stringify(body).includes('"title"') || JSON.stringify(body).includes('\\"title\\"');
  return { steps: [{ text: wantsJson ? '{"title": "Practice session"}' : 'Practice session' }] };
}

function sendError(response: ServerResponse, status: number, type: string, message: string): void {
  sendJson(response, { type: 'error', error: { type, message } }, status);
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}

async function close(server: Server, scenario: Scenario): Promise<void> {
  scenario.gates.releaseAll();
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
