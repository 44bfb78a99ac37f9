import type { ProjectId } from '@agent-factory/protocol/coach';
import type { SessionAccess } from '../../sessions/session-access.js';
import { VERSION } from '../../system/version.js';
import type { CoachService } from '../coach-service.js';
import type { McpSessions } from './mcp-sessions.js';

/** The agents' way to the coach, loaded when the first of them connects. */
export class McpService {
  readonly #host: SessionAccess;
  readonly #coach: CoachService;
  readonly #stopListening: () => void;
  #loading: Promise<McpSessions> | undefined;
  #loaded: McpSessions | undefined;

  constructor(host: SessionAccess, coach: CoachService) {
    this.#host = host;
    this.#coach = coach;
    this.#stopListening = host.events.on(({ type, exerciseId, data }) => {
      if (type === 'agent_state' && data.state === 'exited' && exerciseId !== undefined) this.closeOf(exerciseId);
    });
  }

  get count(): number {
    return this.#loaded?.count ?? 0;
  }

  /** Rejects once the daemon closes. */
  async load(): Promise<McpSessions> {
    this.#host.closing.throwIfAborted();
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** The secret of an agent that is gone opens nothing any more, and what it had opened is closed. */
  closeOf(projectId: ProjectId): void {
    this.#loaded?.closeOf(projectId).catch((error: unknown) => this.#logFailure(error));
  }

  /** The student shows the agents of a project more or less than before: what they have listed is out of date. */
  tellSightChanged(projectId: ProjectId): void {
    this.#loaded?.tellSightChanged(projectId);
  }

  /** Ends the streams to agents: the daemon closes, and waits for those who still read. Safe to call twice. */
  async close(): Promise<void> {
    this.#stopListening();
    const sessions = await this.#loading;
    await sessions?.close();
  }

  async #load(): Promise<McpSessions> {
    const [{ McpSessions }, { createCoachServer }] = await Promise.all([
      import('./mcp-sessions.js'),
      import('@agent-factory/coach/mcp'),
    ]);
    this.#loaded = new McpSessions({
      hasLeft: (projectId) => this.#host.work.of(projectId)?.state === 'exited',
      log: this.#host.log,
      createServer: (projectId, mcpSessionId) =>
        createCoachServer({
          project: async () => (await this.#coach.load()).open(projectId),
          mcpSessionId: () => mcpSessionId,
          version: VERSION,
          logFailure: (error, what) => this.#host.log.error({ err: error }, what),
        }),
    });
    return this.#loaded;
  }

  #logFailure(error: unknown): void {
    this.#host.log.error({ err: error }, 'The MCP sessions of an agent could not be closed');
  }
}
