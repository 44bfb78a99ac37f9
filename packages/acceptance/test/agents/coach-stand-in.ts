import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { listenOnLoopback } from '../../src/machine/loopback.js';
import { requestOf, sendAnswer } from './web-requests.js';

const fromCoach = createRequire(new URL('../../../coach/package.json', import.meta.url));
/** The official SDK, as the coach has it. */
const { createMcpHandler, McpServer } = fromCoach(
  '@modelcontextprotocol/server',
) as typeof import('../../../coach/node_modules/@modelcontextprotocol/server/dist/index.cjs');
const { z } = fromCoach('zod') as typeof import('../../../coach/node_modules/zod/index.js');

/** The one tool of the stand-in, and what it answers. */
export const SHOW = 'paige_show_message';
export const SHOWN = 'Shown to the student.';

/** An MCP server over Streamable HTTP with one tool, which demands a secret. */
export class CoachStandIn implements AsyncDisposable {
  readonly url: string;
  readonly secret = crypto.randomUUID();
  /** The messages that were shown. */
  readonly shown: string[] = [];
  /** The `Authorization` of every request. */
  readonly authorizations: (string | undefined)[] = [];
  readonly #server: Server;
  readonly #handler = createMcpHandler(() => this.#newServer());

  static async start(): Promise<CoachStandIn> {
    const server = createServer();
    const address = await listenOnLoopback(server);
    return new CoachStandIn(server, `${address}/mcp`);
  }

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
    server.on('request', (incoming, outgoing) => {
      this.#serve(incoming, outgoing).catch((error: Error) => outgoing.destroy(error));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handler.close();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { authorization } = incoming.headers;
    this.authorizations.push(authorization);
    const request = await requestOf(incoming);
    if (authorization !== `Bearer ${this.secret}`) return void outgoing.writeHead(401).end();
    await sendAnswer(outgoing, await this.#handler.fetch(request));
  }

  #newServer() {
    const server = new McpServer({ name: 'coach', version: '1.0.0' });
    const inputSchema = z.object({ message: z.string() });
    server.registerTool(SHOW, { description: 'Shows the student a message.', inputSchema }, ({ message }) => {
      this.shown.push(message);
      return { content: [{ type: 'text', text: SHOWN }] };
    });
    return server;
  }
}
