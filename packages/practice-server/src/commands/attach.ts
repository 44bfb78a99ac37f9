import { spawn } from 'node:child_process';
import { exerciseIdSchema, sessionIdOf } from '@agent-factory/protocol';
import type { Config } from '../config.js';
import { sessionEnvironment } from '../system/child-environment.js';
import { Tmux } from '../tmux/tmux.js';

/** `practice-server attach <exercise-id>`: the session in the student's own terminal. Needs no running daemon. */
export async function attach({ paths, environment }: Config, exerciseId: string): Promise<number> {
  if (!exerciseIdSchema.safeParse(exerciseId).success) {
    process.stderr.write(
      'An exercise id has lower-case letters, digits and hyphens. "practice-server sessions" lists those that run.\n',
    );
    return 1;
  }
  const term = environment.TERM;
  const env = { ...sessionEnvironment(environment), ...(term !== undefined && { TERM: term }) };
  const tmux = new Tmux({ home: paths.home, configPath: paths.tmuxConfig, environment: env });
  const sessionId = sessionIdOf(exerciseId);
  if (!(await tmux.hasSession(sessionId))) {
    process.stderr.write(`${exerciseId} is not running. Press Practice in its lesson to start it.\n`);
    return 1;
  }
  process.stdout.write('Close this window or press Ctrl+\\ to leave; the exercise keeps running.\n');
  const [file = 'tmux', ...args] = tmux.attachArgv(sessionId);
  return new Promise((resolve) => {
    const client = spawn(file, args, { stdio: 'inherit', env });
    client.on('spawn', () => void tmux.nameOwnClient(sessionId, client.pid ?? 0));
    client.on('error', () => resolve(1));
    client.on('exit', (code) => resolve(code ?? 1));
  });
}
