import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../machine/loopback.js';
import { writeAnswer } from './answer.js';
import { anthropic } from './anthropic/vendor.js';
import { EventStream } from './event-stream.js';
import { type ModelRequest, sendJson } from './exchange.js';
import { google } from './google/vendor.js';
import { openai } from './openai/vendor.js';
import { type Reply, type Scenario, says } from './scenario.js';
import type { Vendor } from './vendor.js';

const VENDORS: readonly Vendor[] = [anthropic, openai, google];

/** The models of all vendors on loopback, answered by a scenario. Disposing it ends every open answer. */
export interface ModelApi extends AsyncDisposable {
  url: string;
  /** What the agents asked, kept for assertions. */
  requests: readonly ModelRequest[];
  /** Those of them in which the agent speaks for its user, and for no title or summary of its own. */
  turns: readonly ModelRequest[];
  /** The names of the tools that each of these turns has offered to the model. */
  offered: readonly (readonly string[])[];
}

interface Asked {
  readonly requests: ModelRequest[];
  readonly turns: ModelRequest[];
  readonly offered: (readonly string[])[];
}

export async function startModelApi(scenario: Scenario): Promise<ModelApi> {
  const asked: Asked = { requests: [], turns: [], offered: [] };
  const server = createServer((incoming, response) => {
    serve(incoming, response, scenario, asked).catch((error: unknown) => {
      response.headersSent ? response.destroy() : sendJson(response, { error: { message: String(error) } }, 500);
    });
  });
  const url = await listenOnLoopback(server);
  return { url, ...asked, [Symbol.asyncDispose]: () => close(server, scenario) };
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  scenario: Scenario,
  asked: Asked,
): Promise<void> {
  const request = await readRequest(incoming);
  asked.requests.push(request);
  if (request.method === 'HEAD') return void response.writeHead(200).end();
  const other = VENDORS.map(({ others }) => others?.[request.path]).find((body) => body !== undefined);
  if (other !== undefined) return sendJson(response, other);
  const vendor = VENDORS.find(({ asks }) => asks.test(request.path));
  if (!vendor) return sendJson(response, { error: { message: `No such path: ${request.path}` } }, 404);
  const form = vendor.formOf?.(request.body);
  const filled = form && scenario.forms.answerTo(form);
  if (filled !== undefined) return answer(vendor, request, response, { reply: says(JSON.stringify(filled)), scenario });
  const offered = vendor.toolsOf(request.body);
  const side = offered.length > 0 ? undefined : sideReply(request.body);
  if (side === undefined) {
    asked.turns.push(request);
    asked.offered.push(offered);
  }
  const reply = side ?? scenario.replyTo(vendor.conversationOf(request.body));
  await answer(vendor, request, response, { reply, scenario });
}

async function answer(
  vendor: Vendor,
  request: ModelRequest,
  response: ServerResponse,
  { reply, scenario }: { readonly reply: Reply; readonly scenario: Scenario },
) {
  if ('error' in reply) return sendJson(response, vendor.errorBody(reply.error), reply.error.status);
  const words = reply.steps.map((step) => ('text' in step ? step.text : '')).join('');
  const whole = vendor.inOnePiece?.(words, request);
  if (whole !== undefined) return sendJson(response, whole);
  const stream = new EventStream(response);
  await writeAnswer(reply.steps, scenario.gates, vendor.writer(stream, request), vendor);
  stream.end();
}

/** What is asked for as JSON, by a name of one of its fields. Every other side request is happy with a word. */
const SIDE_ANSWERS: readonly { asks: RegExp; answer: string }[] = [
  // Gemini CLI, without a model of its user's choice, asks one how hard a task is; it asks again for what is no number.
  {
    asks: /\\?"complexity_score\\?"/,
    answer: '{"complexity_reasoning": "A few commands.", "complexity_score": 20}',
  },
  { asks: /\\?"title\\?"/, answer: '{"title": "Practice session"}' },
];

/** Titles, summaries and quota probes are asked for without tools; the tutor's own turns always carry them. */
function sideReply(body: unknown): Reply {
  const text = JSON.stringify(body);
  return says(SIDE_ANSWERS.find(({ asks }) => asks.test(text))?.answer ?? 'Practice session');
}

async function readRequest(incoming: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const path = (incoming.url ?? '/').split('?')[0] ?? '/';
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { method: incoming.method ?? '', path, headers: incoming.headers, body };
}

async function close(server: Server, scenario: Scenario): Promise<void> {
  scenario.gates.releaseAll();
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
