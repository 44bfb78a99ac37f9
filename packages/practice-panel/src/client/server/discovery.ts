import { HEALTH_PATH, type Health } from '@agent-factory/protocol';
import { loadWire } from './load-wire.js';

/** A daemon that answered, and where. */
export interface FoundServer {
  readonly baseUrl: string;
  readonly health: Health;
}

export interface ProbeLimits {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** Loopback refuses or answers within milliseconds; whatever takes a second is not our program. */
const PROBE_TIMEOUT_MS = 1000;

/**
 * Where our program has answered before, it may be busy: a machine under load is no reason to tell a student to start
 * what runs. That it has ended shows at once all the same, as the connection is refused.
 */
const KNOWN_TIMEOUT_MS = 4000;

/**
 * Looks for the daemon: first where it was last, then everywhere at once. If several answer, the lowest
 * healthy one wins, or else the lowest. Undefined if none answers. Rejects if one does, but what reads its answer
 * does not arrive from the lesson site.
 */
export async function discoverServer(
  urls: readonly string[],
  remembered: string | undefined,
  limits: ProbeLimits = {},
): Promise<FoundServer | undefined> {
  const isRemembered = remembered !== undefined && urls.includes(remembered);
  const known = isRemembered ? await probeServer(remembered, patient(limits)) : undefined;
  if (known?.health.healthy) return known;
  const answers = await Promise.all(urls.map((url) => (url === remembered ? known : probeServer(url, limits))));
  const found = answers.filter((answer) => answer !== undefined);
  return found.find((server) => server.health.healthy) ?? found[0];
}

const patient = (limits: ProbeLimits): ProbeLimits => ({ timeoutMs: KNOWN_TIMEOUT_MS, ...limits });

/** Asks one address. Anything but the daemon's own health answer counts as no daemon. */
async function probeServer(baseUrl: string, limits: ProbeLimits): Promise<FoundServer | undefined> {
  const answer = await askHealth(baseUrl, limits);
  if (answer === undefined) return undefined;
  const { readHealth } = await loadWire();
  const health = readHealth(answer);
  return health && { baseUrl, health };
}

/** The answer as it came; undefined if there is none, or none in JSON. */
async function askHealth(baseUrl: string, limits: ProbeLimits): Promise<unknown> {
  const timeout = AbortSignal.timeout(limits.timeoutMs ?? PROBE_TIMEOUT_MS);
  const signal = limits.signal === undefined ? timeout : AbortSignal.any([timeout, limits.signal]);
  try {
    const response = await fetch(baseUrl + HEALTH_PATH, { signal, cache: 'no-store', credentials: 'omit' });
    return await response.json();
  } catch {
    return undefined; // refused, timed out, not JSON: no daemon here, which is an answer
  }
}
