import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type GridSize, type HistoryResponse, PracticeError, type SessionId } from '@agent-factory/protocol';
import { type CommandResult, endProcessesWith, runCommand } from '@agent-factory/subprocess';
import { writeFileAtomic } from '../system/atomic-file.js';
import { ASK_COMPLAINTS, splitComplaints } from './config/complaints.js';
import { HISTORY_LINES, OWN_CLIENT_OPTION, tmuxConfig } from './config/config-file.js';
import { type Skills, skillsOf } from './config/versions.js';
import { type HistoryWish, historyArgs, parseHistory } from './history.js';
import { signal, waitersOn } from './servers/server-process.js';
import {
  parseExitCode,
  parseSessions,
  SESSION_FORMAT,
  type SessionsSeen,
  type TmuxSession,
} from './servers/session-list.js';
import { EXIT_CHANNEL, EXIT_OPTION, sessionProgram } from './servers/session-program.js';
import { SessionServers, type SessionState } from './servers/session-servers.js';
import { Sockets } from './servers/sockets.js';

/** tmux answers in milliseconds; a minute under heavy load is a tmux that hangs. */
const TMUX_TIMEOUT_MS = 10_000;
const MAX_TMUX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** The longest history at 200 columns with a colour for every few characters; of a larger one, the newest part. */
const MAX_HISTORY_BYTES = 64 * 1024 * 1024;
/** Time a page has for its largest paste: 64 MiB over a slow line. A page that is gone is noticed long before. */
const PASTE_TIMEOUT_MS = 10 * 60_000;
/** How the buffers of pastes are called, each with a name of its own behind it. */
const PASTE_BUFFER = 'af-paste-';

/** For a look at one session among many: one that hangs must not make the others wait for long. */
const LOOK_TIMEOUT_MS = 2000;

export interface TmuxOptions {
  /** The student's home, whose sessions these are: on sockets of our own, so that the student's tmux never meets ours. */
  readonly home: string;
  /** Folder of their sockets. */
  readonly socketFolder: string;
  readonly configPath: string;
  /** Environment of every session; already safelisted. */
  readonly environment: Record<string, string>;
}

interface RunLimits {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly maxOutputBytes?: number;
  readonly input?: Readable;
}

/** The only builder of tmux argument lists. Every argument is a value of its own: no shell reads them. */
export class Tmux {
  readonly #options: TmuxOptions;
  readonly #sockets: Sockets;
  readonly #servers: SessionServers;
  readonly #skills = new Map<SessionId, Skills>();

  constructor(options: TmuxOptions) {
    this.#options = options;
    this.#sockets = new Sockets({ home: options.home, folder: options.socketFolder });
    this.#servers = new SessionServers(this.#sockets, (...args) => this.#run(...args));
  }

  /** Before anything else in a daemon. Throws CannotStart where the folder of the sockets is not ours alone. */
  async prepare(): Promise<void> {
    await this.#sockets.make();
    await this.find();
    await writeFileAtomic(this.#options.configPath, tmuxConfig(await this.#defaultTerminal()));
  }

  /** Before anything else where there is no daemon: sessions are found wherever they are. Throws CannotStart as `prepare` does. */
  async find(): Promise<void> {
    this.#sockets.check();
    await this.#sockets.findFormer();
  }

  /** Removes the folder of the sockets, where no session is left or is to be found again. */
  async forgetSockets(): Promise<void> {
    await rm(this.#sockets.folder, { recursive: true, force: true });
  }

  get environment(): Record<string, string> {
    return this.#options.environment;
  }

  /** Throws `session_failed` where the session's socket may be another user's. */
  requireSafe(sessionId: SessionId): void {
    this.#sockets.requireSafe(sessionId);
  }

  /** Argument list of a client that attaches to the session, to be run in a PTY. */
  attachArgv(sessionId: SessionId): string[] {
    return ['tmux', ...this.#globalArgs(sessionId), 'attach-session', '-t', `=${sessionId}`];
  }

  /** Argument list of a client that only watches, to be run in a PTY. */
  async watchArgv(sessionId: SessionId): Promise<string[]> {
    const { watchFlags } = await this.#learn(sessionId);
    return ['tmux', ...this.#globalArgs(sessionId), 'attach-session', ...watchFlags, '-t', `=${sessionId}`];
  }

  /**
   * Draws the whole screen for the client on this terminal, now. Never rejects: who is gone needs none. The
   * signal of a new size would do the same sooner, and make that client the one whose size counts.
   */
  async redraw(sessionId: SessionId, tty: string): Promise<void> {
    await this.#run(sessionId, ['refresh-client', '-t', tty]);
  }

  /**
   * Puts everything the stream holds into the session's program, byte for byte and in brackets where the
   * program asked for them. Rejects with `paste_failed` where nothing of it got there. Two steps, since
   * the end of a stream that broke looks to tmux like the end of the text.
   */
  async paste(sessionId: SessionId, input: Readable, signal: AbortSignal): Promise<void> {
    const { rawPasteFlags } = await this.#learn(sessionId);
    const buffer = ['-b', PASTE_BUFFER + randomUUID()];
    const load = { input, signal, timeoutMs: PASTE_TIMEOUT_MS };
    const loaded = await this.#run(sessionId, ['load-buffer', ...buffer, '-'], load);
    const isWhole = loaded.exitCode === 0 && !signal.aborted;
    const flags = ['-p', '-r', ...rawPasteFlags, '-d', ...buffer, '-t', `=${sessionId}:`];
    const pasted = isWhole ? await this.#run(sessionId, ['paste-buffer', ...flags]) : loaded;
    if (isWhole && pasted.exitCode === 0) return;
    await this.#run(sessionId, ['delete-buffer', ...buffer]);
    throw new PracticeError('paste_failed', pasted.stderr.trim() || 'it was given up on the way');
  }

  /**
   * Starts a session and returns the id of its pane. The server is the session's own, and so is its
   * environment, which holds the student's keys: they go with the process, never by argument.
   */
  async newSession(
    sessionId: SessionId,
    options: { cwd: string; size: GridSize; argv: readonly string[] },
  ): Promise<string> {
    // Somebody may have cleared it away; tmux would start, and be reached by nobody.
    await this.#sockets.make();
    const { cols, rows } = options.size;
    const size = ['-x', String(cols), '-y', String(rows)];
    const result = await this.#run(sessionId, [
      ...[...ASK_COMPLAINTS, 'new-session', '-d', '-P', '-F', '#{pane_id}', '-s', sessionId, '-c', options.cwd],
      ...[...size, '--', ...sessionProgram(options.argv)],
    ]);
    if (result.exitCode !== 0) throw sessionFailed('The terminal session could not be started', result);
    const { complaints, rest } = splitComplaints(result.stdout);
    if (complaints === '') return rest;
    await this.killSession(sessionId);
    throw sessionFailed('tmux does not accept our configuration', { ...result, stderr: complaints });
  }

  state(sessionId: SessionId): Promise<SessionState> {
    return this.#servers.state(sessionId);
  }

  /** Whether a session may be there, at the cost of a connection. */
  async isReachable(sessionId: SessionId): Promise<boolean> {
    return (await this.#servers.reach(sessionId)) !== 'gone';
  }

  /** The command line that the session was started with, as tmux writes it; undefined where tmux does not tell. */
  async startCommand(sessionId: SessionId): Promise<string | undefined> {
    const format = ['-t', `=${sessionId}:`, '#{pane_start_command}'];
    const { exitCode, stdout } = await this.#run(sessionId, ['display-message', '-p', ...format]);
    return exitCode === 0 && stdout.trim() !== '' ? stdout : undefined;
  }

  /** Makes Ctrl+\ leave the session in this client, which runs in a terminal of the student's own. */
  async nameOwnClient(sessionId: SessionId, pid: number): Promise<void> {
    await this.#run(sessionId, ['set-option', '-t', `=${sessionId}:`, OWN_CLIENT_OPTION, String(pid)]);
  }

  /** All our sessions, and how each stands: those that have a socket, and those we know of, which may have lost theirs. */
  async listSessions(known: readonly SessionId[] = []): Promise<SessionsSeen> {
    const sessionIds = [...new Set([...(await this.#sockets.list()), ...known])];
    const looks = await Promise.all(sessionIds.map((sessionId) => this.#lookAt(sessionId)));
    const seen = looks.filter((look) => look !== 'unknown').flat();
    return {
      live: seen.filter(({ ended }) => !ended),
      ended: seen.filter(({ ended }) => ended).map(({ sessionId }) => sessionId),
      unknown: sessionIds.filter((_, index) => looks[index] === 'unknown'),
    };
  }

  /** What tmux tells of one session; nothing where it can't be asked. */
  async look(sessionId: SessionId): Promise<TmuxSession[]> {
    const seen = await this.#lookAt(sessionId);
    return seen === 'unknown' ? [] : seen.filter((session) => session.sessionId === sessionId);
  }

  /** How many bytes tmux has written to each client of the session, by the client's terminal. */
  async bytesWritten(sessionId: SessionId): Promise<Map<string, number>> {
    const result = await this.#run(sessionId, ['list-clients', '-F', '#{client_tty} #{client_written}']);
    const rows = result.stdout.split('\n').map((line) => line.split(' '));
    return new Map(rows.map(([tty = '', bytes]) => [tty, Number(bytes)]));
  }

  /** What tmux holds of a session; undefined where there is no such session. */
  async history(sessionId: SessionId, wish: HistoryWish): Promise<HistoryResponse | undefined> {
    const result = await this.#run(sessionId, historyArgs(sessionId, wish), { maxOutputBytes: MAX_HISTORY_BYTES });
    const lines = wish.lines ?? HISTORY_LINES;
    if (result.outputExceeded && lines > 0) return this.history(sessionId, { ...wish, lines: Math.floor(lines / 4) });
    if (result.exitCode === 0) return parseHistory(result.stdout, wish);
    if ((await this.state(sessionId)) === 'gone') return undefined;
    throw sessionFailed('The history could not be read', result);
  }

  /**
   * Ends the session with everything in it, and where it is wished with what it has started and what has left it
   * since: tmux names its socket in every environment. Quiet where it is gone already. Throws `session_failed`
   * where it does not end.
   */
  async killSession(sessionId: SessionId, { withEscaped = false } = {}): Promise<void> {
    const { path } = this.#sockets.of(sessionId);
    await this.#servers.end(sessionId);
    this.#skills.delete(sessionId);
    if (withEscaped) await endProcessesWith(`TMUX=${path},`);
  }

  /** Ends those who wait for the agent of this session: a daemon that was killed has left them. They do little harm. */
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
    const waited = await this.#run(sessionId, ['wait-for', `${EXIT_CHANNEL}${paneId}`], { signal, timeoutMs });
    if (waited.exitCode !== 0) return undefined;
    const shown = await this.#run(sessionId, ['display-message', '-p', '-t', paneId, `#{${EXIT_OPTION}}`]);
    return shown.exitCode === 0 ? parseExitCode(shown.stdout.trim()) : undefined;
  }

  /** What programs find in TERM. Systems with an old terminfo (macOS) know tmux under screen's name only. */
  async #defaultTerminal(): Promise<string> {
    const known = await runCommand('infocmp', ['tmux-256color'], {
      env: this.#options.environment,
      timeoutMs: TMUX_TIMEOUT_MS,
      maxOutputBytes: MAX_TMUX_OUTPUT_BYTES,
    });
    return known.exitCode === 0 ? 'tmux-256color' : 'screen-256color';
  }

  async #learn(sessionId: SessionId): Promise<Skills> {
    const skills = this.#skills.get(sessionId) ?? (await this.#askSkills(sessionId));
    this.#skills.set(sessionId, skills);
    return skills;
  }

  /** Also takes away what a daemon that died in the middle of a paste has left behind. */
  async #askSkills(sessionId: SessionId): Promise<Skills> {
    const { stdout } = await this.#run(sessionId, ['list-commands', ';', 'list-buffers', '-F', '#{buffer_name}']);
    for (const name of stdout.split('\n').filter((line) => line.startsWith(PASTE_BUFFER)))
      await this.#run(sessionId, ['delete-buffer', '-b', name]);
    return skillsOf(stdout);
  }

  async #lookAt(sessionId: SessionId): Promise<TmuxSession[] | 'unknown'> {
    const reached = await this.#servers.reach(sessionId);
    if (reached === 'gone') await this.#sockets.clear(sessionId);
    if (reached !== 'listening') return reached === 'gone' ? [] : 'unknown';
    const limits = { timeoutMs: LOOK_TIMEOUT_MS };
    const result = await this.#run(sessionId, ['list-sessions', '-F', SESSION_FORMAT], limits);
    if (result.exitCode === 0) return parseSessions(result.stdout);
    return result.exitCode === null ? 'unknown' : [];
  }

  #globalArgs(sessionId: SessionId): string[] {
    return ['-u', ...this.#sockets.of(sessionId).args, '-f', this.#options.configPath];
  }

  /** The exit code is null where tmux did not answer: one that hangs is ended by us, and says then that all went well. */
  async #run(sessionId: SessionId, args: readonly string[], more: RunLimits = {}): Promise<CommandResult> {
    this.#sockets.requireSafe(sessionId);
    const result = await runCommand('tmux', [...this.#globalArgs(sessionId), ...args], {
      env: this.#options.environment,
      timeoutMs: TMUX_TIMEOUT_MS,
      maxOutputBytes: MAX_TMUX_OUTPUT_BYTES,
      ...more,
    });
    return result.timedOut || result.aborted ? { ...result, exitCode: null } : result;
  }
}

function sessionFailed(what: string, result: CommandResult): PracticeError {
  const detail = result.stderr.trim() || `tmux ended with ${result.exitCode ?? result.signal}`;
  return new PracticeError('session_failed', `${what}: ${detail}. Run "practice-server doctor" to see what is wrong.`, {
    detail,
  });
}
