import type { IncomingMessage } from 'node:http';
import { PracticeError } from '@agent-factory/protocol';
import { isOwnHost } from './hosts.js';
import { sameSecret } from './secrets.js';

export interface GuardOptions {
  readonly port: number;
  readonly origins: ReadonlySet<string>;
  /** The bearer token of the discovery file. */
  readonly token: string;
}

/** Who sent a request: a page of an allowed origin, a program with our token, or anyone on this machine. */
export type Caller = { kind: 'page'; origin: string } | { kind: 'bearer' } | { kind: 'anonymous' };

/** Decides who may talk to the daemon, the same way for every request and every upgrade. */
export class Guard {
  readonly #options: GuardOptions;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** Throws `host_forbidden` or `origin_forbidden`; otherwise says who is calling. */
  identify(request: IncomingMessage): Caller {
    if (!isOwnHost(request.headers.host, this.#options.port)) {
      throw new PracticeError('host_forbidden', 'Use localhost or 127.0.0.1 with the port of the practice server.');
    }
    const { origin } = request.headers;
    if (origin !== undefined) return { kind: 'page', origin: this.allowed(origin) };
    return { kind: this.hasToken(request) ? 'bearer' : 'anonymous' };
  }

  /** For whatever changes state or opens a terminal: throws `unauthorized` for an anonymous caller. */
  authorize(request: IncomingMessage): Caller {
    const caller = this.identify(request);
    if (caller.kind === 'anonymous') {
      throw new PracticeError(
        'unauthorized',
        'Send an allowed Origin, or "Authorization: Bearer <token>" with the token in ~/.af-practice-server.json.',
      );
    }
    return caller;
  }

  private allowed(origin: string): string {
    if (this.#options.origins.has(origin)) return origin;
    throw new PracticeError(
      'origin_forbidden',
      `Pages of ${origin} may not use this practice server. Start it with --allow-origin ${origin} if you trust them.`,
      { origin },
    );
  }

  private hasToken(request: IncomingMessage): boolean {
    const match = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '');
    return match?.[1] !== undefined && sameSecret(match[1], this.#options.token);
  }
}
