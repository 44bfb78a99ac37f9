import { ROUTES, sessionsResponseSchema } from '@agent-factory/protocol';
import { readDiscovery } from './discovery.js';

/** Milliseconds one request may take when everything ends. */
const REQUEST_TIMEOUT_MS = 5_000;

/** Ends the terminals that the preview's practice server has opened; by itself it would leave them running. */
export async function endSessions(home: string): Promise<void> {
  const discovery = await readDiscovery(home);
  if (discovery === undefined) return;
  const { port, token } = discovery;
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const answer = await ask('GET', ROUTES.sessions.path);
  const { sessions } = sessionsResponseSchema.parse(await answer.json());
  for (const { exerciseId } of sessions) await ask('POST', ROUTES.reset.path, { exerciseId });
}
