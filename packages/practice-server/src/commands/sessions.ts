import { join } from 'node:path';
import { decode, type SessionSummary, sessionsResponseSchema } from '@agent-factory/protocol';
import type { Config } from '../config.js';
import { sessionEnvironment } from '../system/child-environment.js';
import { tildify } from '../system/paths.js';
import { findRunningDaemon } from '../system/running-daemon.js';
import { runningExercises, Tmux } from '../tmux/tmux.js';
import { ask } from './client.js';

/** `practice-server sessions`: what is running, a line each; also without a daemon, as exercises do without it. */
export async function sessions(config: Config): Promise<number> {
  const running = await findRunningDaemon(config.paths.discovery);
  if (running === undefined) return listWithoutDaemon(config);
  const outcome = decode(sessionsResponseSchema, await ask(running, 'GET', '/exercises/sessions'));
  if (!outcome.ok) {
    process.stderr.write('The practice server answered in a way this version does not understand. Restart it.\n');
    return 1;
  }
  const lines = outcome.value.sessions.map(describe);
  process.stdout.write(lines.length === 0 ? 'No exercise is running.\n' : `${lines.join('\n')}\n`);
  return 0;
}

async function listWithoutDaemon({ paths, environment }: Config): Promise<number> {
  const live = await new Tmux({
    home: paths.home,
    configPath: paths.tmuxConfig,
    environment: sessionEnvironment(environment),
  }).listSessions();
  const lines = [...runningExercises(live)].map((id) => `${id}  ${join(tildify(paths.workspaces, paths.home), id)}/`);
  process.stdout.write(`${lines.length === 0 ? 'No exercise is running' : lines.join('\n')}\n`);
  process.stdout.write('(The practice server is not running. Start it with: npx @agent-factory/practice-server)\n');
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
