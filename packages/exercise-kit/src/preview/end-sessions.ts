import { ROUTES, sessionsResponseSchema } from '@agent-factory/protocol';
import { readDiscovery } from './discovery.js';

/** Milliseconds one request may take during shutdown. */
const REQUEST_TIMEOUT_MS = 5_000;

/** Ends the sessions that the preview's practice server has opened; it would leave them running. */
export async function endSessions(home: string): Promise<void> {
  const discovery = await readDiscovery(home);
  if (discovery === undefined) return;
  const { port } = discovery;
  const address = `http://127.0.0.1:${port}`;
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`${address}${path}`, {
      method,
      // As the server's own page, without the token: by now, something else might listen there.
      headers: { origin: address, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const answer = await ask('GET', ROUTES.sessions.path);
  const { sessions } = sessionsResponseSchema.parse(await answer.json());
  for (const { exerciseId } of sessions) await ask('POST', ROUTES.reset.path, { exerciseId });
}
