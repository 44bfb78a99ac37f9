import { AGENT_CLIS, resumeArgv } from '@agent-factory/agent-cli';
import { type AgentId, QUICK_EXIT_MS, type ServerFrame, type SessionId } from '@agent-factory/protocol';
import type { Tmux } from '../tmux/tmux.js';

/** Longest delay a timer takes: 24.8 days, longer than any session lives. */
const MAX_WAIT_MS = 2 ** 31 - 1;

type AgentExited = Extract<ServerFrame, { type: 'agent_exited' }>;

export interface WatchedAgent {
  readonly sessionId: SessionId;
  readonly paneId: string;
  readonly agent: AgentId;
  readonly conversationId: string | undefined;
  /** False for a session found again after a restart: how soon its agent ended is not known. */
  readonly justStarted: boolean;
}

/** Waits for agents to end, and tells the session's page when one does. */
export class AgentWatch {
  readonly #tmux: Tmux;
  readonly #onExit: (sessionId: SessionId, frame: AgentExited) => void;
  readonly #watches = new Map<SessionId, AbortController>();
  readonly #exits = new Map<SessionId, AgentExited>();

  constructor(tmux: Tmux, onExit: (sessionId: SessionId, frame: AgentExited) => void) {
    this.#tmux = tmux;
    this.#onExit = onExit;
  }

  start(watched: WatchedAgent): void {
    this.stop(watched.sessionId);
    if (AGENT_CLIS[watched.agent].command === undefined) return;
    const abort = new AbortController();
    this.#watches.set(watched.sessionId, abort);
    void this.#wait(watched, abort.signal);
  }

  /** How the session's agent ended, if it has. */
  exitOf(sessionId: SessionId): AgentExited | undefined {
    return this.#exits.get(sessionId);
  }

  stop(sessionId: SessionId): void {
    this.#watches.get(sessionId)?.abort();
    this.#watches.delete(sessionId);
    this.#exits.delete(sessionId);
  }

  close(): void {
    for (const sessionId of [...this.#watches.keys()]) this.stop(sessionId);
  }

  async #wait(watched: WatchedAgent, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const exitCode = await this.#tmux.waitForAgentExit(watched.paneId, signal, MAX_WAIT_MS);
    if (exitCode === undefined || signal.aborted) return;
    const early = watched.justStarted && performance.now() - startedAt < QUICK_EXIT_MS;
    const frame = exitFrame(watched, exitCode, early);
    this.#exits.set(watched.sessionId, frame);
    this.#onExit(watched.sessionId, frame);
  }
}

function exitFrame({ agent, conversationId }: WatchedAgent, exitCode: number, early: boolean): AgentExited {
  const { name, signInHelp } = AGENT_CLIS[agent];
  const resume = conversationId === undefined ? [] : [resumeArgv(agent, { conversationId }).join(' ')];
  const message = early
    ? `${name} ended within seconds of its start (exit code ${exitCode}). ${signInHelp?.message ?? ''}`.trim()
    : `${name} has ended (exit code ${exitCode}). You are in your own shell now; the command below takes the conversation up again.`;
  return {
    type: 'agent_exited',
    agent,
    exitCode,
    early,
    message,
    commands: early ? [...(signInHelp?.commands ?? [])] : resume,
  };
}
