import { type Discovery, decodeJson, type Health, healthSchema } from '@agent-factory/protocol';
import { isProof, newNonce } from '../access/proof.js';
import { httpGet } from '../fetch/http-get.js';
import { readDiscovery } from './discovery-file.js';

/** A health answer on loopback takes milliseconds, and seconds on a machine that is very busy. */
const HEALTH_TIMEOUT_MS = 5000;
/** A health answer has about 1 KB. Anything longer is something else. */
const MAX_HEALTH_BYTES = 64 * 1024;

export interface RunningDaemon {
  readonly discovery: Discovery;
  readonly health: Health;
}

/**
 * What is at the port of the discovery file. `unproven` answers like our daemon, but cannot prove that it
 * has the file's token: a daemon of an earlier version, or a program that repeats what it has heard.
 */
export type DaemonAtPort =
  | { kind: 'none' }
  | { kind: 'unproven'; discovery: Discovery }
  | { kind: 'running'; running: RunningDaemon };

/**
 * Asks the daemon that the discovery file names. A file left by a crash names a port that is closed or
 * someone else's, so the start time in the health answer has to be the file's. Nothing secret is sent.
 */
export async function lookForDaemon(discoveryPath: string): Promise<DaemonAtPort> {
  const discovery = await readDiscovery(discoveryPath);
  if (discovery === undefined) return { kind: 'none' };
  const { port, token, startedAt } = discovery;
  const nonce = newNonce();
  const health = await fetchHealth(port, nonce);
  if (health?.startedAt !== startedAt) return { kind: 'none' };
  if (!isProof(health.proof, token, { nonce, port })) return { kind: 'unproven', discovery };
  return { kind: 'running', running: { discovery, health } };
}

/** The daemon of this home, if it runs and has proven to be it; only then may it be sent the token. */
export async function findRunningDaemon(discoveryPath: string): Promise<RunningDaemon | undefined> {
  const found = await lookForDaemon(discoveryPath);
  return found.kind === 'running' ? found.running : undefined;
}

/** What to do about a daemon that proves nothing. */
export function unprovenWords({ port, pid }: Discovery): string {
  return (
    `A program on port ${port} answers like the practice server with process ${pid}, but cannot prove that it is. ` +
    `If it is one of an earlier version ("ps -p ${pid}" shows that), stop it with "kill ${pid}"; your exercises keep running.`
  );
}

async function fetchHealth(port: number, nonce: string): Promise<Health | undefined> {
  try {
    const limits = { timeoutMs: HEALTH_TIMEOUT_MS, maxBytes: MAX_HEALTH_BYTES };
    const { body } = await httpGet(`http://127.0.0.1:${port}/health?nonce=${nonce}`, limits);
    const outcome = decodeJson(healthSchema, body.toString());
    return outcome.ok ? outcome.value : undefined;
  } catch {
    return undefined;
  }
}
