import type { SessionId } from '@agent-factory/protocol';
import type { TmuxProgram } from './program.js';
import { parseSessions, SESSION_FORMAT, type SessionsSeen, type TmuxSession } from './servers/session-list.js';
import type { SessionServers } from './servers/session-servers.js';
import type { Sockets } from './servers/sockets.js';

/** Limit for asking one session among many, in milliseconds: one that hangs must not delay the others for long. */
const LOOK_TIMEOUT_MS = 2000;

export interface LooksOptions {
  readonly program: TmuxProgram;
  readonly servers: SessionServers;
  readonly sockets: Sockets;
}

/** What tmux says about sessions. */
export class Looks {
  readonly #options: LooksOptions;

  constructor(options: LooksOptions) {
    this.#options = options;
  }

  /** All our sessions and their states: those with a socket, and those we know of, which may have lost theirs. */
  async list(known: readonly SessionId[] = []): Promise<SessionsSeen> {
    const sessionIds = [...new Set([...(await this.#options.sockets.list()), ...known])];
    const looks = await Promise.all(sessionIds.map((sessionId) => this.#lookAt(sessionId)));
    const seen = looks.filter((look) => look !== 'unknown').flat();
    return {
      live: seen.filter(({ ended }) => !ended),
      ended: seen.filter(({ ended }) => ended).map(({ sessionId }) => sessionId),
      unknown: sessionIds.filter((_, index) => looks[index] === 'unknown'),
    };
  }

  /** What tmux says about one session; nothing if it can't be asked. */
  async one(sessionId: SessionId): Promise<TmuxSession[]> {
    const seen = await this.#lookAt(sessionId);
    return seen === 'unknown' ? [] : seen.filter((session) => session.sessionId === sessionId);
  }

  async #lookAt(sessionId: SessionId): Promise<TmuxSession[] | 'unknown'> {
    const reached = await this.#options.servers.reach(sessionId);
    if (reached === 'gone') await this.#options.sockets.clear(sessionId);
    if (reached !== 'listening') return reached === 'gone' ? [] : 'unknown';
    const limits = { timeoutMs: LOOK_TIMEOUT_MS };
    const result = await this.#options.program.run(sessionId, ['list-sessions', '-F', SESSION_FORMAT], limits);
    if (result.exitCode === 0) return parseSessions(result.stdout);
    return result.exitCode === null ? 'unknown' : [];
  }
}
