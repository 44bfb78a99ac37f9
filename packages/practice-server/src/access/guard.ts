import type { IncomingMessage } from 'node:http';
import { PracticeError } from '@agent-factory/protocol';
import { hostsOf, isOwnHost } from './hosts.js';
import { ownOrigins } from './origins.js';
import type { Peers } from './peers/peers.js';
import { sameSecret } from './secrets.js';

export interface GuardOptions {
  readonly port: number;
  readonly origins: ReadonlySet<string>;
  /** The bearer token of the discovery file. */
  readonly token: string;
  readonly peers: Peers;
  /** Whether a `Cookie` header is that of our own page. */
  readonly hasPass: (cookies: string | undefined) => boolean;
}

/**
 * Who sent a request: a page of an allowed origin, our own page with its cookie, a program with our token, or anyone on
 * this machine.
 */
export type Caller =
  | { kind: 'page'; origin: string }
  | { kind: 'workbench' }
  | { kind: 'bearer' }
  | { kind: 'anonymous' };

/** Decides who may talk to the daemon, the same way for every request and every upgrade. */
export class Guard {
  readonly #options: GuardOptions;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** Throws `host_forbidden`, `origin_forbidden` or `user_forbidden`; otherwise says who is calling. */
  async identify(request: IncomingMessage): Promise<Caller> {
    const caller = this.recognise(request);
    await this.#options.peers.require(request.socket);
    return caller;
  }

  /** For requests that not every program of this user may make: throws `unauthorized` for an anonymous caller. */
  async authorize(request: IncomingMessage): Promise<Caller> {
    const caller = await this.identify(request);
    if (caller.kind === 'anonymous') {
      throw new PracticeError(
        'unauthorized',
        'Send an allowed Origin, or "Authorization: Bearer <token>" with the token in ~/.af-practice-server.json.',
      );
    }
    return caller;
  }

  /** Like `identify`, but by the headers alone, so it never throws `user_forbidden`. */
  recognise(request: IncomingMessage): Caller {
    if (!hostsOf(request).every((host) => isOwnHost(host, this.#options.port))) {
      throw new PracticeError('host_forbidden', 'Use localhost or 127.0.0.1 with the port of the practice server.');
    }
    const { origin } = request.headers;
    if (origin !== undefined) return this.pageOf(this.allowed(origin), request);
    refuseOtherSites(request.headers['sec-fetch-site']);
    if (this.hasToken(request)) return { kind: 'bearer' };
    return { kind: this.#options.hasPass(request.headers.cookie) ? 'workbench' : 'anonymous' };
  }

  /** A page of another origin of this machine sends our cookie, too, and is not ours. */
  private pageOf(origin: string, { headers }: IncomingMessage): Caller {
    const isOwn = ownOrigins(this.#options.port).includes(origin);
    return isOwn && this.#options.hasPass(headers.cookie) ? { kind: 'workbench' } : { kind: 'page', origin };
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

/**
 * A page of another site can ask without an Origin: by an image, a link, or `no-cors`. It would learn nothing,
 * but it would make us work. Browsers mark such requests; an address that a person types is marked `none`.
 */
function refuseOtherSites(site: string | string[] | undefined): void {
  if (site === undefined || site === 'none' || site === 'same-origin') return;
  throw new PracticeError('origin_forbidden', 'Pages of other sites may not use this practice server.');
}
