import { join } from 'node:path';
import { AgentList } from '@agent-factory/agent-cli';
import { exerciseIdOf, ROUTES, type SessionSummary } from '@agent-factory/protocol';
import type { Config } from '../config.js';
import { lookForDaemon } from '../discovery/running-daemon.js';
import { tildify } from '../home/paths.js';
import { sessionEnvironment } from '../system/child-environment.js';
import { Tmux } from '../tmux/tmux.js';
import { askRoute, notRunning } from './client.js';

/** `practice-server sessions`: the running exercises, one a line; also without a daemon, as they run without it. */
export async function sessions(config: Config): Promise<number> {
  const found = await lookForDaemon(config.paths.discovery);
  if (found.kind !== 'running') return listWithoutDaemon(config, notRunning(found));
  const answer = await askRoute(found.running, ROUTES.sessions);
  if (answer === undefined) return 1;
  const lines = answer.sessions.map(describe);
  process.stdout.write(lines.length === 0 ? 'No exercise is running.\n' : `${lines.join('\n')}\n`);
  return 0;
}

async function listWithoutDaemon({ paths, environment }: Config, why: string): Promise<number> {
  const tmux = new Tmux({
    home: paths.home,
    socketFolder: paths.sockets,
    configPath: paths.tmuxConfig,
    environment: sessionEnvironment(environment, new AgentList(paths.agents)),
  });
  await tmux.find();
  const { live, unknown } = await tmux.listSessions();
  const running = [...live.map(({ sessionId }) => sessionId), ...unknown].flatMap((id) => exerciseIdOf(id) ?? []);
  const lines = running.map((id) => `${id}  ${join(tildify(paths.workspaces, paths.home), id)}/`);
  process.stdout.write(`${lines.length === 0 ? 'No exercise is running' : lines.join('\n')}\n`);
  process.stdout.write(`(${why})\n`);
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
