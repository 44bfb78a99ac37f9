import { decode, type SessionSummary, sessionsResponseSchema } from '@agent-factory/protocol';
import type { Config } from '../config.js';
import { ask, requireDaemon } from './client.js';

/** `practice-server sessions`: what is running, a line each. */
export async function sessions({ paths }: Config): Promise<number> {
  const running = await requireDaemon(paths);
  if (running === undefined) return 1;
  const outcome = decode(sessionsResponseSchema, await ask(running, 'GET', '/exercises/sessions'));
  if (!outcome.ok) {
    process.stderr.write('The practice server answered in a way this version does not understand. Restart it.\n');
    return 1;
  }
  const lines = outcome.value.sessions.map(describe);
  process.stdout.write(lines.length === 0 ? 'No exercise is running.\n' : `${lines.join('\n')}\n`);
  return 0;
}

function describe(session: SessionSummary): string {
  const state = [
    session.agent,
    session.status === 'running' ? 'running' : 'in its shell',
    session.connected ? 'open in a browser' : 'in the background',
    `last used ${new Date(session.lastActivity).toLocaleString()}`,
  ];
  return `${session.exerciseId}  ${session.workspace}  (${state.join(', ')})`;
}
