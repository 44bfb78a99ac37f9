import { randomUUID } from 'node:crypto';
import type { ProjectId } from '@agent-factory/protocol/coach';
import type { McpServer } from '@modelcontextprotocol/server';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

export interface McpSessionOptions {
  /** The secret of the agent's session: whoever goes on with this one has to show the same. */
  readonly secret: string;
  readonly projectId: ProjectId;
  readonly createServer: (projectId: ProjectId, mcpSessionId: string) => McpServer;
  /** It is over: the agent has ended it, or it was closed. Called once. */
  readonly onClosed: (session: McpSession) => void;
  readonly onFailure: (error: Error) => void;
}

/** One agent that has initialized a session: the server that answers it, and how its messages get there. */
export class McpSession {
  readonly id = randomUUID();
  readonly secret: string;
  readonly projectId: ProjectId;
  readonly #server: McpServer;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #onClosed: () => void;
  readonly #onFailure: (error: Error) => void;
  #answering = 0;
  #isClosed = false;

  constructor({ secret, projectId, createServer, onClosed, onFailure }: McpSessionOptions) {
    this.secret = secret;
    this.projectId = projectId;
    this.#onClosed = () => onClosed(this);
    this.#onFailure = onFailure;
    this.#server = createServer(projectId, this.id);
    this.#transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => this.id });
    this.#transport.onclose = () => this.#handleClosed();
    this.#transport.onerror = onFailure;
  }

  connect(): Promise<void> {
    return this.#server.connect(this.#transport);
  }

  /** Whether the agent's first request was one that begins a session. */
  get isInitialized(): boolean {
    return this.#transport.sessionId !== undefined;
  }

  /** Whether the agent waits for no answer of ours; a stream of notifications, which stays open, is none. */
  get isIdle(): boolean {
    return this.#answering === 0;
  }

  /** `body`: the message, parsed already; undefined where there is none. Resolves once the answer is sent. */
  async answer(request: Request, body: unknown, send: (answer: Response) => Promise<void>): Promise<void> {
    const counts = request.method === 'GET' ? 0 : 1;
    this.#answering += counts;
    try {
      await send(await this.#transport.handleRequest(request, body === undefined ? {} : { parsedBody: body }));
    } finally {
      this.#answering -= counts;
    }
  }

  /** The files that the agent may read are others now. An agent that listens to no stream finds out when it asks. */
  tellSightChanged(): void {
    if (this.#server.isConnected()) this.#server.server.sendResourceListChanged().catch(this.#onFailure);
  }

  async close(): Promise<void> {
    await this.#server.close();
    this.#handleClosed();
  }

  #handleClosed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClosed();
  }
}
