import { FIRST_PORT, LAST_PORT } from '@agent-factory/protocol';

/** A value that does not change, or where to ask for it each time it is needed. */
export type AskedFor<T> = T | (() => T | Promise<T>);

/** The site's endpoint that awards XP. */
export interface GamificationOptions {
  /** Takes `POST` with a completed exercise as JSON, such as `/api/gamification/events`. */
  readonly url: string;
  /** Whose completion it is. As long as a function gives nothing, nobody is signed in, and completions wait. */
  readonly userId?: AskedFor<string | undefined>;
  /** Sent with each request, such as `Authorization`. */
  readonly headers?: AskedFor<Readonly<Record<string, string>>>;
}

/** What a site tells the panel about itself. */
export interface PracticeOptions {
  /** Page that explains how to set up practice, step by step. */
  readonly guideUrl: string;
  /** Page that helps when something does not work. */
  readonly troubleshootingUrl: string;
  /**
   * Where the site serves `exercises/`: its origin and base path, without a trailing slash. It is the
   * value that the daemon gets as `--content`. By default the page's origin.
   */
  readonly contentUrl?: string;
  /** Where the site serves `registry.json`. */
  readonly registryUrl: string;
  /**
   * SHA-256, in hexadecimal, of the registry that the site was built with, if `decodeRegistry` took it as it is. A page
   * that is served this very text need not load the schemas to read it; any other text is read with them.
   */
  readonly registryDigest?: string;
  /** A fixed address of the daemon; without it, the page probes `ports`. */
  readonly serverUrl?: string;
  /** Ports probed on 127.0.0.1, both included. By default the daemon's own range. */
  readonly ports?: { readonly first: number; readonly last: number };
  /** The same site served from the student's own machine: the way out if a browser blocks local addresses. */
  readonly localSiteUrl?: string;
  /** Who is told of completed exercises. Without it nobody is, and XP are only shown. */
  readonly gamification?: GamificationOptions;
}

/** Addresses at which a daemon may answer, the usual one first. */
export function candidateUrls(options: PracticeOptions): string[] {
  if (options.serverUrl !== undefined) return [options.serverUrl.replace(/\/+$/, '')];
  const { first, last } = options.ports ?? { first: FIRST_PORT, last: LAST_PORT };
  const count = Math.max(0, last - first + 1);
  return Array.from({ length: count }, (_, index) => `http://127.0.0.1:${first + index}`);
}
