import { COACH_ROUTES } from '@agent-factory/protocol/coach';
import open from 'open';
import type { Config } from '../config.js';
import { askRoute, requireDaemon } from './client.js';

/** `practice-server dashboard`: opens the learner's own page of the running daemon, and returns the exit code. */
export async function dashboard({ paths, open: opens }: Config): Promise<number> {
  const daemon = await requireDaemon(paths);
  if (daemon === undefined) return 1;
  const link = await askRoute(daemon, COACH_ROUTES.dashboardLink);
  if (link === undefined) return 1;
  process.stdout.write(`Dashboard (opens once): ${link.url}\n`);
  if (opens) await open(link.url).catch(() => undefined);
  return 0;
}
