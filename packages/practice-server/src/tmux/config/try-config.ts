import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PracticeError, sessionIdOf } from '@agent-factory/protocol';
import { Tmux } from '../tmux.js';

/** The program, and then the shell, end by themselves soon, in case nobody is left to end them. */
const PROGRAM = ['sleep', '10'];
const NO_SHELL = { SHELL: 'true' };

/**
 * Starts a session as exercises do, apart from those of the student, and ends it. Returns why it could not start, in
 * the words of tmux or of the system; undefined if all is well.
 */
export async function tryConfig(environment: Record<string, string>): Promise<string | undefined> {
  try {
    await startAndEnd(environment);
    return undefined;
  } catch (error) {
    return error instanceof PracticeError ? String(error.facts.detail ?? error.message) : String(error);
  }
}

async function startAndEnd(environment: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'af-doctor-'));
  const configPath = join(folder, 'tmux.conf');
  const tmux = new Tmux({
    home: folder,
    socketFolder: join(folder, 'run'),
    configPath,
    environment: { ...environment, ...NO_SHELL },
  });
  const sessionId = sessionIdOf('doctor');
  try {
    await tmux.prepare();
    await tmux.newSession(sessionId, { cwd: folder, size: { cols: 80, rows: 24 }, argv: PROGRAM });
  } finally {
    await tmux.killSession(sessionId);
    await tmux.forgetSockets();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
