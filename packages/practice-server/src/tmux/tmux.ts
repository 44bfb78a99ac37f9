import { rm } from 'node:fs/promises';
import type { GridSize, HistoryResponse, SessionId } from '@agent-factory/protocol';
import { endProcessesWith, runCommand } from '@agent-factory/subprocess';
import { writeFileAtomic } from '../system/files/atomic-file.js';
import { AgentProcess } from './agent-process.js';
import { Clients } from './clients.js';
import { ASK_COMPLAINTS, splitComplaints } from './config/complaints.js';
import { HISTORY_LINES, tmuxConfig } from './config/config-file.js';
import { type HistoryWish, historyArgs, parseHistory } from './history.js';
import { Looks } from './looks.js';
import { MAX_TMUX_OUTPUT_BYTES, TMUX_TIMEOUT_MS, TmuxProgram } from './program.js';
import { signal, waitersOn } from './servers/server-process.js';
import { parseExitCode, type SessionsSeen, type TmuxSession } from './servers/session-list.js';
import { EXIT_CHANNEL, EXIT_OPTION, sessionProgram } from './servers/session-program.js';
import { SessionServers, type SessionState } from './servers/session-servers.js';
import { Sockets } from './servers/sockets.js';
import { sessionFailed } from './session-failed.js';

/** The longest history at 200 columns with a colour for every few characters; of a larger one, the newest part. */
const MAX_HISTORY_BYTES = 64 * 1024 * 1024;
export interface TmuxOptions {
  /** Home of the student whose sessions these are. Our sockets are separate, so the student's own tmux never meets ours. */
  readonly home: string;
  /** Folder of their sockets. */
  readonly socketFolder: string;
  readonly configPath: string;
  /** Environment of every session, already reduced to the safelist. */
  readonly environment: Record<string, string>;
}

/** A session that is about to begin. */
interface NewSession {
  readonly cwd: string;
  readonly size: GridSize;
  readonly argv: readonly string[];
  /** Environment variables besides those of every session. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** The sessions, each on a tmux server of its own. Nothing outside this folder builds tmux arguments. */
export class Tmux {
  readonly #options: TmuxOptions;
  readonly #sockets: Sockets;
  readonly #program: TmuxProgram;
  readonly #servers: SessionServers;
  readonly #looks: Looks;
  /** The clients of all sessions. */
  readonly clients: Clients;
  /** The agents in the sessions' panes. */
  readonly agents: AgentProcess;

  constructor(options: TmuxOptions) {
    this.#options = options;
    this.#sockets = new Sockets({ home: options.home, folder: options.socketFolder });
    this.#program = new TmuxProgram(options, this.#sockets);
    this.#servers = new SessionServers(this.#sockets, (...args) => this.#program.run(...args));
    this.#looks = new Looks({ program: this.#program, servers: this.#servers, sockets: this.#sockets });
    this.clients = new Clients(this.#program);
    this.agents = new AgentProcess(this.#program, () => options.environment);
  }

  /** A daemon calls this first. Throws CannotStart if others can access the sockets' folder. */
  async prepare(): Promise<void> {
    await this.#sockets.make();
    await this.find();
    await writeFileAtomic(this.#options.configPath, tmuxConfig(await this.#defaultTerminal()));
  }

  /** Commands call this first: it finds sessions wherever they are. Throws CannotStart as `prepare` does. */
  async find(): Promise<void> {
    this.#sockets.check();
    await this.#sockets.findFormer();
  }

  /** Removes the sockets' folder, for when no session is left or must be found again. */
  async forgetSockets(): Promise<void> {
    await rm(this.#sockets.folder, { recursive: true, force: true });
  }

  /** A daemon calls this last. Sessions go on. */
  async leave(): Promise<void> {
    await this.#sockets.leave();
  }

  get environment(): Record<string, string> {
    return this.#options.environment;
  }

  /** Throws `session_failed` if the session's socket may belong to another user. */
  requireSafe(sessionId: SessionId): void {
    this.#sockets.requireSafe(sessionId);
  }

  /**
   * Starts a session and returns the id of its pane. The session has its own server and so its own
   * environment. That holds the student's keys, which are never passed as arguments; `variables` are this session's alone.
   */
  async newSession(sessionId: SessionId, options: NewSession): Promise<string> {
    // Somebody may have removed the folder: tmux would start, but nobody could reach it.
    await this.#sockets.make();
    const { cols, rows } = options.size;
    const size = ['-x', String(cols), '-y', String(rows)];
    const argv = [
      ...[...ASK_COMPLAINTS, 'new-session', '-d', '-P', '-F', '#{pane_id}', '-s', sessionId, '-c', options.cwd],
      ...[...size, '--', ...sessionProgram(options.argv)],
    ];
    const result = await this.#program.run(sessionId, argv, { variables: options.variables });
    if (result.exitCode !== 0) throw sessionFailed('The terminal session could not be started', result);
    const { complaints, rest } = splitComplaints(result.stdout);
    if (complaints === '') return rest;
    await this.killSession(sessionId);
    throw sessionFailed('tmux does not accept our configuration', { ...result, stderr: complaints });
  }

  state(sessionId: SessionId): Promise<SessionState> {
    return this.#servers.state(sessionId);
  }

  /** Whether a session may exist, at the cost of one connection. */
  async isReachable(sessionId: SessionId): Promise<boolean> {
    return (await this.#servers.reach(sessionId)) !== 'gone';
  }

  /** The command line the session was started with, as tmux writes it; undefined if tmux does not say. */
  async startCommand(sessionId: SessionId): Promise<string | undefined> {
    const format = ['-t', `=${sessionId}:`, '#{pane_start_command}'];
    const { exitCode, stdout } = await this.#program.run(sessionId, ['display-message', '-p', ...format]);
    return exitCode === 0 && stdout.trim() !== '' ? stdout : undefined;
  }

  /** All our sessions and their states: those with a socket, and those we know of, which may have lost theirs. */
  listSessions(known: readonly SessionId[] = []): Promise<SessionsSeen> {
    return this.#looks.list(known);
  }

  /** What tmux says about one session; nothing if it can't be asked. */
  look(sessionId: SessionId): Promise<TmuxSession[]> {
    return this.#looks.one(sessionId);
  }

  /** What tmux holds of a session; undefined if there is no such session. */
  async history(sessionId: SessionId, wish: HistoryWish): Promise<HistoryResponse | undefined> {
    const result = await this.#program.run(sessionId, historyArgs(sessionId, wish), {
      maxOutputBytes: MAX_HISTORY_BYTES,
    });
    const lines = wish.lines ?? HISTORY_LINES;
    if (result.outputExceeded && lines > 0) return this.history(sessionId, { ...wish, lines: Math.floor(lines / 4) });
    if (result.exitCode === 0) return parseHistory(result.stdout, wish);
    if ((await this.state(sessionId)) === 'gone') return undefined;
    throw sessionFailed('The history could not be read', result);
  }

  /**
   * Ends the session with everything in it; with `withEscaped`, also processes it started that have left it since,
   * which are known by tmux's socket in their environment. Does nothing if it is already gone. Throws
   * `session_failed` if it does not end.
   */
  async killSession(sessionId: SessionId, { withEscaped = false } = {}): Promise<void> {
    const { path } = this.#sockets.of(sessionId);
    await this.#servers.end(sessionId);
    this.clients.forget(sessionId);
    if (withEscaped) await endProcessesWith(`TMUX=${path},`);
  }

  /** Ends leftover waits for this session's agent, from a daemon that was killed. They do little harm. */
  async endWaiters(sessionId: SessionId): Promise<void> {
    for (const pid of await waitersOn(this.#sockets.of(sessionId).mark).catch(() => [])) signal(pid, 'SIGTERM');
  }

  /**
   * Waits until the agent of the pane has ended and returns its exit code; undefined when the signal
   * came first or the session went away.
   */
  async waitForAgentExit(
    { sessionId, paneId }: { sessionId: SessionId; paneId: string },
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<number | undefined> {
    const waited = await this.#program.run(sessionId, ['wait-for', `${EXIT_CHANNEL}${paneId}`], { signal, timeoutMs });
    if (waited.exitCode !== 0) return undefined;
    const shown = await this.#program.run(sessionId, ['display-message', '-p', '-t', paneId, `#{${EXIT_OPTION}}`]);
    return shown.exitCode === 0 ? parseExitCode(shown.stdout.trim()) : undefined;
  }

  /** What programs find in TERM. Systems with an old terminfo (macOS) know tmux only under screen's name. */
  async #defaultTerminal(): Promise<string> {
    const known = await runCommand('infocmp', ['tmux-256color'], {
      env: this.#options.environment,
      timeoutMs: TMUX_TIMEOUT_MS,
      maxOutputBytes: MAX_TMUX_OUTPUT_BYTES,
    });
    return known.exitCode === 0 ? 'tmux-256color' : 'screen-256color';
  }
}
