import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PracticeError, sessionIdOf } from '@agent-factory/protocol';
import { Tmux } from '../tmux.js';

/** Ends by itself soon after, should nobody be left to end it: its program, and then the shell. */
const PROGRAM = ['sleep', '10'];
const NO_SHELL = { SHELL: 'true' };

/**
 * Starts a session as exercises do, far from those of the student, and ends it. Returns why there was none, in the
 * words of tmux or of the system; undefined where all is well.
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
