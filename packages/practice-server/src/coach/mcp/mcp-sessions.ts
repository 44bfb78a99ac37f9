import { PracticeError } from '@agent-factory/protocol';
import type { ProjectId } from '@agent-factory/protocol/coach';
import { isInitializeRequest, type McpServer } from '@modelcontextprotocol/server';
import { sameSecret } from '../../access/secrets.js';
import type { Logger } from '../../system/log.js';
import { McpSession } from './mcp-session.js';
import { RPC_CODES, rpcError } from './rpc-error.js';

/** An agent has one, and its subagents may have their own; more than these are left over from those that crashed. */
const MAX_PER_SECRET = 8;

export interface McpSessionsOptions {
  readonly createServer: (projectId: ProjectId, mcpSessionId: string) => McpServer;
  /** Whether the agent of a project has left, and the student's shell is in its place. */
  readonly hasLeft: (projectId: ProjectId) => boolean;
  readonly log: Pick<Logger, 'info' | 'debug'>;
}

/** A request of an agent whose secret has been checked. */
export interface McpRequest {
  readonly secret: string;
  /** The project of that secret. */
  readonly projectId: ProjectId;
  readonly request: Request;
  /** The message, parsed already; undefined where there is none. */
  readonly body: unknown;
}

/** The MCP sessions of all agents, by their ids. Each belongs to the secret with which it was initialized. */
export class McpSessions {
  readonly #options: McpSessionsOptions;
  /** The latest used is the last. */
  readonly #sessions = new Map<string, McpSession>();
  #isClosed = false;

  constructor(options: McpSessionsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#sessions.size;
  }

  /**
   * Answers by `send`. Throws `mcp_session_not_found`, `mcp_forbidden` for a session of another secret, or where the
   * agent of this one has left, and `too_many_connections` if as many as one agent may have are all at work.
   */
  async handle(asked: McpRequest, send: (answer: Response) => Promise<void>): Promise<void> {
    if (this.#isClosed) throw new PracticeError('shutting_down', 'The practice server is shutting down.');
    if (this.#options.hasLeft(asked.projectId)) throw hasLeft();
    const id = asked.request.headers.get('mcp-session-id');
    if (id === null) await this.#initialize(asked, send);
    else await this.#find(id, asked.secret).answer(asked.request, asked.body, send);
  }

  /** The agent is gone, or its session in the terminal is over. */
  async closeOf(projectId: ProjectId): Promise<void> {
    await closeThem(this.#of(projectId));
  }

  /** What agents may see of a project is another thing now. */
  tellSightChanged(projectId: ProjectId): void {
    for (const session of this.#of(projectId)) session.tellSightChanged();
  }

  /** Nobody new gets in. Safe to call twice. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const open = [...this.#sessions.values()];
    await closeThem(open);
    if (open.length > 0) this.#options.log.info({ count: open.length }, 'The MCP sessions of agents have been closed');
  }

  #of(projectId: ProjectId): McpSession[] {
    return [...this.#sessions.values()].filter((session) => session.projectId === projectId);
  }

  #find(id: string, secret: string): McpSession {
    const session = this.#sessions.get(id);
    if (session === undefined)
      throw new PracticeError('mcp_session_not_found', 'There is no such MCP session any more. Initialize a new one.');
    if (!sameSecret(secret, session.secret)) throw notTheirs();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session;
  }

  async #initialize(asked: McpRequest, send: (answer: Response) => Promise<void>): Promise<void> {
    if (asked.request.method !== 'POST' || !isInitializeRequest(asked.body))
      return send(rpcError(400, RPC_CODES.server, 'Bad Request: initialize a session first'));
    await this.#makeRoom(asked.secret);
    const session = await this.#open(asked);
    try {
      await session.answer(asked.request, asked.body, send);
    } finally {
      // Refused after all, and of no use to anybody.
      if (!session.isInitialized) await session.close();
    }
  }

  async #open({ secret, projectId }: McpRequest): Promise<McpSession> {
    const { createServer, log } = this.#options;
    const session = new McpSession({
      secret,
      projectId,
      createServer,
      onClosed: ({ id }) => this.#sessions.delete(id),
      onFailure: (error) => log.debug({ err: error, projectId }, 'Something was wrong with a message of MCP'),
    });
    this.#sessions.set(session.id, session);
    await session.connect();
    return session;
  }

  async #makeRoom(secret: string): Promise<void> {
    const own = [...this.#sessions.values()].filter((session) => session.secret === secret);
    if (own.length < MAX_PER_SECRET) return;
    const oldest = own.find(({ isIdle }) => isIdle);
    if (oldest === undefined)
      throw new PracticeError(
        'too_many_connections',
        `${MAX_PER_SECRET} MCP sessions of this agent are at work already.`,
      );
    await oldest.close();
  }
}

function notTheirs(): PracticeError {
  return new PracticeError('mcp_forbidden', 'This MCP session belongs to another agent. Initialize your own.');
}

function hasLeft(): PracticeError {
  return new PracticeError('mcp_forbidden', 'The agent that has got this secret has ended, and the secret with it.');
}

async function closeThem(sessions: readonly McpSession[]): Promise<void> {
  await Promise.all(sessions.map((session) => session.close()));
}
