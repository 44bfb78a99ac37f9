import type { AgentList } from '@agent-factory/agent-cli';
import { type AgentId, QUICK_EXIT_MS, type SessionId } from '@agent-factory/protocol';
import type { Tmux } from '../../tmux/tmux.js';
import { type AgentExit, type AgentExited, describeExit } from './agent-exit.js';

/** The longest delay that a timer takes: 24.8 days, longer than any session lives. */
const MAX_WAIT_MS = 2 ** 31 - 1;

export interface WatchedAgent {
  readonly sessionId: SessionId;
  readonly paneId: string;
  readonly agent: AgentId;
  readonly conversationId: string | undefined;
  /** False for a session rediscovered after a restart: how soon its agent ended is not known. */
  readonly justStarted: boolean;
}

export interface AgentWatchOptions {
  readonly tmux: Tmux;
  readonly agents: AgentList;
  /** Asks the agent itself. */
  readonly askSignedIn: (agent: AgentId) => Promise<boolean | undefined>;
  /** Called at once; what is printed from now on is the shell's. */
  readonly onLeft: (sessionId: SessionId) => void;
  /** Called when there is something to tell the student about it. */
  readonly onExit: (sessionId: SessionId, frame: AgentExited) => void;
}

/** Waits for agents to end, and tells the session's page when one does. */
export class AgentWatch {
  readonly #options: AgentWatchOptions;
  readonly #watches = new Map<SessionId, AbortController>();
  readonly #exits = new Map<SessionId, AgentExited>();
  readonly #waiting = new Map<SessionId, ((frame: AgentExited | undefined) => void)[]>();

  constructor(options: AgentWatchOptions) {
    this.#options = options;
  }

  start(watched: WatchedAgent): void {
    this.stop(watched.sessionId);
    if (this.#options.agents.find(watched.agent)?.command === undefined) return;
    const abort = new AbortController();
    this.#watches.set(watched.sessionId, abort);
    void this.#wait(watched, abort.signal);
  }

  /** For a rediscovered session whose agent had already ended. */
  recordExit({ sessionId, agent, conversationId }: WatchedAgent, exitCode: number): void {
    this.#exits.set(sessionId, this.#describe(agent, { conversationId, exitCode, early: false, signedIn: undefined }));
  }

  /** How the session's agent ended, if it has. */
  exitOf(sessionId: SessionId): AgentExited | undefined {
    return this.#exits.get(sessionId);
  }

  /** Resolves when the agent ends; undefined when the session does, or is no longer watched. */
  exited(sessionId: SessionId): Promise<AgentExited | undefined> {
    const known = this.#exits.get(sessionId);
    if (known !== undefined || !this.#watches.has(sessionId)) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.#waiting.set(sessionId, [...(this.#waiting.get(sessionId) ?? []), resolve]);
    });
  }

  #tell(sessionId: SessionId, frame: AgentExited | undefined): void {
    const waiting = this.#waiting.get(sessionId) ?? [];
    this.#waiting.delete(sessionId);
    for (const resolve of waiting) resolve(frame);
  }

  stop(sessionId: SessionId): void {
    this.#tell(sessionId, undefined);
    this.#watches.get(sessionId)?.abort();
    this.#watches.delete(sessionId);
    this.#exits.delete(sessionId);
  }

  close(): void {
    for (const sessionId of [...this.#watches.keys()]) this.stop(sessionId);
  }

  #describe(agent: AgentId, exit: Omit<AgentExit, 'agent' | 'cli'>): AgentExited {
    return describeExit({ agent, cli: this.#options.agents.find(agent), ...exit });
  }

  async #wait(watched: WatchedAgent, signal: AbortSignal): Promise<void> {
    const { sessionId, agent, conversationId, justStarted } = watched;
    const startedAt = performance.now();
    const exitCode = await this.#options.tmux.waitForAgentExit(watched, signal, MAX_WAIT_MS);
    if (exitCode === undefined || signal.aborted) return;
    this.#options.onLeft(sessionId);
    const early = justStarted && performance.now() - startedAt < QUICK_EXIT_MS;
    const signedIn = early ? await this.#options.askSignedIn(agent) : undefined;
    if (signal.aborted) return;
    const frame = this.#describe(agent, { conversationId, exitCode, early, signedIn });
    this.#exits.set(sessionId, frame);
    this.#tell(sessionId, frame);
    this.#options.onExit(sessionId, frame);
  }
}
