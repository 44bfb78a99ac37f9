import type { Paths } from '../system/paths.js';
import { findRunningDaemon, type RunningDaemon } from '../system/running-daemon.js';

const REQUEST_TIMEOUT_MS = 5000;

/** The running daemon; without one, says so and how to start it. */
export async function requireDaemon(paths: Paths): Promise<RunningDaemon | undefined> {
  const running = await findRunningDaemon(paths.discovery);
  if (running === undefined) {
    process.stderr.write('The practice server is not running. Start it with: npx @agent-factory/practice-server\n');
  }
  return running;
}

/** Asks the daemon as its owner, by the token of the discovery file. Throws when it does not answer. */
export async function ask({ discovery }: RunningDaemon, method: 'GET' | 'POST', path: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${discovery.port}${path}`, {
    method,
    headers: { Authorization: `Bearer ${discovery.token}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  return response.json();
}
