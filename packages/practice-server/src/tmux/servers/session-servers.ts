import { PracticeError, type SessionId } from '@agent-factory/protocol';
import type { CommandResult } from '@agent-factory/subprocess';
import { processEnds, serverOn, signal } from './server-process.js';
import { ENDED_OPTION } from './session-program.js';
import type { Sockets } from './sockets.js';

/**
 * The state of a session. `ended`: its last program is gone, its last screen is there. `unknown`: it could not
 * be asked (tmux is missing or suspended, no descriptors are left), so nothing may be concluded.
 */
export type SessionState = 'alive' | 'ended' | 'gone' | 'unknown';

/** Whether anybody answers for a session: the part of its state that is known without asking tmux. */
type Reached = 'listening' | 'gone' | 'unknown';

/** An answer takes milliseconds; a student should not wait longer than this to learn that there is none. */
const ANSWER_MS = 5000;
/** A server takes milliseconds to recreate its socket, or to end when it is told to. */
const SOON_MS = 500;
const END_DEADLINE_MS = 2000;

/** Runs a tmux command for a session. The exit code is null if tmux did not answer. */
export type RunTmux = (
  sessionId: SessionId,
  args: readonly string[],
  limits?: { readonly timeoutMs?: number },
) => Promise<CommandResult>;

/** Finds out whether the tmux servers of sessions are alive, and ends them. */
export class SessionServers {
  readonly #sockets: Sockets;
  readonly #run: RunTmux;

  constructor(sockets: Sockets, run: RunTmux) {
    this.#sockets = sockets;
    this.#run = run;
  }

  async state(sessionId: SessionId): Promise<SessionState> {
    const found = await this.reach(sessionId);
    return found === 'listening' ? this.#ask(sessionId) : found;
  }

  /** Whether a server can be asked. One whose socket was deleted recreates it. */
  async reach(sessionId: SessionId): Promise<Reached> {
    const found = await this.#sockets.probe(sessionId);
    if (found !== 'refused') return found;
    const pid = await serverOn(this.#sockets.of(sessionId).mark).catch(() => 'unknown' as const);
    if (pid === 'unknown') return pid;
    if (pid === undefined) return 'gone';
    signal(pid, 'SIGUSR1');
    return this.#listensSoon(sessionId, pid);
  }

  /**
   * Ends the server with everything in it, even without the tmux program, or if the server is suspended. Resolves
   * when its process is gone: a server that is about to end would accept the next session's client and drop it.
   * Throws `session_failed` if it does not end.
   */
  async end(sessionId: SessionId): Promise<void> {
    const limits = { timeoutMs: END_DEADLINE_MS };
    const told = await this.#run(sessionId, ['display-message', '-p', '#{pid}', ';', 'kill-server'], limits);
    const pid = told.exitCode === 0 ? Number(told.stdout.trim()) : await this.#find(sessionId);
    if (pid !== undefined && !(await endProcess(pid))) throw endFailed(pid);
    await this.#sockets.clear(sessionId);
  }

  async #find(sessionId: SessionId): Promise<number | undefined> {
    try {
      return await serverOn(this.#sockets.of(sessionId).mark);
    } catch (error) {
      const message =
        'The terminal session could not be ended, because its processes cannot be inspected now. Try again.';
      throw new PracticeError('session_failed', message, { detail: String(error) }, { cause: error });
    }
  }

  async #ask(sessionId: SessionId): Promise<SessionState> {
    const question = ['display-message', '-p', '-t', `=${sessionId}:`, `#{session_name} #{?${ENDED_OPTION},1,0}`];
    const shown = await this.#run(sessionId, question, { timeoutMs: ANSWER_MS });
    if (shown.exitCode === null) return 'unknown';
    const [name, ended] = shown.stdout.trim().split(' ');
    if (shown.exitCode === 0 && name === sessionId) return ended === '1' ? 'ended' : 'alive';
    // The server is about to end, or holds only sessions of the student's own. Newer versions of tmux (from 3.2 on)
    // then answer with empty fields instead of an error.
    return (await this.#sockets.probe(sessionId)) === 'unknown' ? 'unknown' : 'gone';
  }

  /**
   * Whether this server, whose socket nobody answers, recreates it. If the process ends instead, it says nothing of
   * another: one that was found may have been a client that has just started the server.
   */
  async #listensSoon(sessionId: SessionId, pid: number): Promise<Reached> {
    const deadline = performance.now() + SOON_MS;
    do {
      if ((await this.#sockets.probe(sessionId)) === 'listening') return 'listening';
      if (await processEnds(pid, 10)) return this.reach(sessionId);
    } while (performance.now() < deadline);
    return 'unknown';
  }
}

/** Asks it to end, and kills it if it does not; a suspended one receives nothing until it is resumed. */
async function endProcess(pid: number): Promise<boolean> {
  if (await processEnds(pid, SOON_MS)) return true;
  signal(pid, 'SIGTERM');
  signal(pid, 'SIGCONT');
  if (await processEnds(pid, END_DEADLINE_MS)) return true;
  signal(pid, 'SIGKILL');
  return processEnds(pid, END_DEADLINE_MS);
}

function endFailed(pid: number): PracticeError {
  const message = `The terminal session could not be ended: its tmux server (process ${pid}) does not stop. Nothing was changed.`;
  return new PracticeError('session_failed', message, { pid });
}
