import { type Discovery, decodeJson, type Health, healthSchema } from '@agent-factory/protocol';
import { readDiscovery } from './discovery-file.js';
import { httpGet } from './http-get.js';

/** A health answer on loopback is there in milliseconds; a second is a daemon that hangs. */
const HEALTH_TIMEOUT_MS = 1000;
/** A health answer has about 1 KB. Whatever sends more is none. */
const MAX_HEALTH_BYTES = 64 * 1024;

export interface RunningDaemon {
  readonly discovery: Discovery;
  readonly health: Health;
}

/**
 * The daemon that the discovery file names, if it answers. A file left by a crash names a port
 * that is closed or someone else's: the start time in the health answer has to be the file's.
 */
export async function findRunningDaemon(discoveryPath: string): Promise<RunningDaemon | undefined> {
  const discovery = await readDiscovery(discoveryPath);
  if (discovery === undefined) return undefined;
  const health = await fetchHealth(discovery.port);
  return health?.startedAt === discovery.startedAt ? { discovery, health } : undefined;
}

/** The health of whatever practice server listens on the port, or undefined. */
export async function fetchHealth(port: number): Promise<Health | undefined> {
  try {
    const limits = { timeoutMs: HEALTH_TIMEOUT_MS, maxBytes: MAX_HEALTH_BYTES };
    const { body } = await httpGet(`http://127.0.0.1:${port}/health`, limits);
    const outcome = decodeJson(healthSchema, body.toString());
    return outcome.ok ? outcome.value : undefined;
  } catch {
    return undefined;
  }
}
