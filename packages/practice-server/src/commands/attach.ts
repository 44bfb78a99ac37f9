import { spawn } from 'node:child_process';
import { AgentList } from '@agent-factory/agent-cli';
import { exerciseIdSchema, sessionIdOf } from '@agent-factory/protocol';
import type { Config } from '../config.js';
import { findRunningDaemon } from '../discovery/running-daemon.js';
import { sessionEnvironment } from '../system/child-environment.js';
import { Tmux } from '../tmux/tmux.js';

const NOT_RUNNING = 'is not running. Press Practice in its lesson to start it.';

const WHY_NOT = {
  ended: NOT_RUNNING,
  gone: NOT_RUNNING,
  unknown: 'cannot be opened: tmux does not answer. "practice-server doctor" says what is wrong.',
};

/** `practice-server attach <exercise-id>`: the session in the student's own terminal. Needs no running daemon. */
export async function attach({ paths, environment }: Config, exerciseId: string): Promise<number> {
  if (!exerciseIdSchema.safeParse(exerciseId).success) {
    process.stderr.write(
      'An exercise id has lower-case letters, digits and hyphens. "practice-server sessions" lists the running ones.\n',
    );
    return 1;
  }
  const term = environment.TERM;
  const env = {
    ...sessionEnvironment(environment, new AgentList(paths.agents)),
    ...(term !== undefined && { TERM: term }),
  };
  const tmux = new Tmux({
    home: paths.home,
    socketFolder: paths.sockets,
    configPath: paths.tmuxConfig,
    environment: env,
  });
  await tmux.find();
  const sessionId = sessionIdOf(exerciseId);
  const state = await tmux.state(sessionId);
  if (state !== 'alive') {
    process.stderr.write(`${exerciseId} ${WHY_NOT[state]}\n`);
    return 1;
  }
  process.stdout.write('Close this window or press Ctrl+\\ to leave; the exercise keeps running.\n');
  const [file = 'tmux', ...args] = tmux.clients.attachArgv(sessionId);
  const exitCode = await new Promise<number>((resolve) => {
    const client = spawn(file, args, { stdio: 'inherit', env });
    client.on('spawn', () => void tmux.clients.nameOwnClient(sessionId, client.pid ?? 0));
    client.on('error', () => resolve(1));
    client.on('exit', (code) => resolve(code ?? 1));
  });
  // With no server to look after it, whoever was attached last removes a session whose program has ended.
  if ((await findRunningDaemon(paths.discovery)) === undefined && (await tmux.state(sessionId)) === 'ended')
    await tmux.killSession(sessionId);
  return exitCode;
}
