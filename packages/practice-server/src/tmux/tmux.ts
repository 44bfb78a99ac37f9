import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ExerciseId,
  exerciseIdOf,
  type GridSize,
  type HistoryResponse,
  PracticeError,
  type SessionId,
} from '@agent-factory/protocol';
import { type CommandResult, runCommand } from '@agent-factory/subprocess';
import { writeFileAtomic } from '../system/atomic-file.js';
import { HISTORY_LINES, OWN_CLIENT_OPTION, tmuxConfig } from './config-file.js';
import { type HistoryWish, historyArgs, parseHistory } from './history.js';
import { parseSessions, SESSION_FORMAT, type TmuxSession } from './session-list.js';
import { Sockets } from './sockets.js';

/** tmux answers in milliseconds; a minute under heavy load is a tmux that hangs. */
const TMUX_TIMEOUT_MS = 10_000;
const MAX_TMUX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** The longest history at 200 columns with a colour for every few characters; of a larger one, the newest part. */
const MAX_HISTORY_BYTES = 64 * 1024 * 1024;
/** Time a page has for its largest paste: 64 MiB over a slow line. A page that is gone is noticed long before. */
const PASTE_TIMEOUT_MS = 10 * 60_000;
/** How the buffers of pastes are called, each with a name of its own behind it. */
const PASTE_BUFFER = 'af-paste-';

/** How often a tmux server that was told to end is looked at, and for how long. It takes a few milliseconds. */
const END_LOOK_MS = 5;
const END_DEADLINE_MS = 2000;

/** Options on a pane by which a session carries its own story through a restart of the daemon. */
const EXIT_OPTION = '@agent_exit';

/** The student's login shell, in the place of the shell that reads this. */
const SHELL_SCRIPT = 'exec "${SHELL:-/bin/sh}" -l';

/**
 * The program of every session: the agent, and after it the student's login shell. The agent's exit
 * code is left on the pane, and the channel wakes whoever waits for it. `set -m` gives the agent a
 * process group of its own, so that Ctrl+C does not end this shell with it; a suspended agent
 * (Ctrl+Z) is brought back at once, as no one could type `fg` to this shell.
 */
const SESSION_SCRIPT = [
  'set -m; "$@"; code=$?',
  'while [ "$code" -gt 145 ] && [ "$code" -lt 152 ] && jobs %% >/dev/null 2>&1; do fg >/dev/null; code=$?; done',
  `tmux set-option -p ${EXIT_OPTION} "$code"; tmux wait-for -S "af-exit-$TMUX_PANE"`,
  SHELL_SCRIPT,
].join('\n');

export interface TmuxOptions {
  /** The student's home, whose sessions these are: on sockets of our own, so that the student's tmux never meets ours. */
  readonly home: string;
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

/** What differs between the versions of tmux. */
interface Skills {
  /** Flags with which a client watches: it neither types nor counts for the size. Before 3.2 it does count. */
  readonly watchFlags: readonly string[];
  /** Flags with which a paste is not altered: newer versions show control characters in their place otherwise. */
  readonly rawPasteFlags: readonly string[];
}

/** The only builder of tmux argument lists. Every argument is a value of its own: no shell reads them. */
export class Tmux {
  readonly #options: TmuxOptions;
  readonly #sockets: Sockets;
  readonly #skills = new Map<SessionId, Skills>();

  constructor(options: TmuxOptions) {
    this.#options = options;
    this.#sockets = new Sockets(options.home);
  }

  async prepare(): Promise<void> {
    await writeFileAtomic(this.#options.configPath, tmuxConfig(await this.#defaultTerminal()), 0o600);
  }

  get environment(): Record<string, string> {
    return this.#options.environment;
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
    const program =
      options.argv.length === 0 ? ['sh', '-c', SHELL_SCRIPT] : ['sh', '-c', SESSION_SCRIPT, 'sh', ...options.argv];
    const { cols, rows } = options.size;
    const size = ['-x', String(cols), '-y', String(rows)];
    const result = await this.#run(sessionId, [
      ...['new-session', '-d', '-P', '-F', '#{pane_id}', '-s', sessionId, '-c', options.cwd, ...size, '--', ...program],
    ]);
    if (result.exitCode !== 0) throw sessionFailed('The terminal session could not be started', result);
    return result.stdout.trim();
  }

  async hasSession(sessionId: SessionId): Promise<boolean> {
    return (await this.#run(sessionId, ['has-session', '-t', `=${sessionId}`])).exitCode === 0;
  }

  /** Makes Ctrl+\ leave the session in this client, which runs in a terminal of the student's own. */
  async nameOwnClient(sessionId: SessionId, pid: number): Promise<void> {
    await this.#run(sessionId, ['set-option', '-t', `=${sessionId}:`, OWN_CLIENT_OPTION, String(pid)]);
  }

  /** Our sessions that are alive. */
  async listSessions(): Promise<TmuxSession[]> {
    const sessionIds = await this.#sockets.sessions();
    const lists = await Promise.all(sessionIds.map((sessionId) => this.#lookAt(sessionId)));
    return lists.flat();
  }

  /** What tmux holds of a session; undefined where there is no such session. */
  async history(sessionId: SessionId, wish: HistoryWish): Promise<HistoryResponse | undefined> {
    const result = await this.#run(sessionId, historyArgs(sessionId, wish), { maxOutputBytes: MAX_HISTORY_BYTES });
    const lines = wish.lines ?? HISTORY_LINES;
    if (result.outputExceeded && lines > 0) return this.history(sessionId, { ...wish, lines: Math.floor(lines / 4) });
    if (result.exitCode === 0) return parseHistory(result.stdout, wish);
    if (await this.hasSession(sessionId)) throw sessionFailed('The history could not be read', result);
    return undefined;
  }

  /**
   * Ends the session with everything in it. Quiet where it is gone already. Resolves when its server
   * is gone: one on its way out would take the next session's client and drop it.
   */
  async killSession(sessionId: SessionId): Promise<void> {
    const result = await this.#run(sessionId, ['display-message', '-p', '#{pid}', ';', 'kill-server']);
    if (result.exitCode === 0) await processEnd(Number(result.stdout.trim()));
    await this.#sockets.clear(sessionId);
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
    const waited = await this.#run(sessionId, ['wait-for', `af-exit-${paneId}`], { signal, timeoutMs });
    if (waited.exitCode !== 0) return undefined;
    const shown = await this.#run(sessionId, ['display-message', '-p', '-t', paneId, `#{${EXIT_OPTION}}`]);
    return shown.exitCode === 0 && shown.stdout.trim() !== '' ? Number(shown.stdout.trim()) : undefined;
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
    const usages = ['list-commands', 'attach-session', ';', 'list-commands', 'paste-buffer'];
    const { stdout } = await this.#run(sessionId, [...usages, ';', 'list-buffers', '-F', '#{buffer_name}']);
    const [attach = '', paste = '', ...buffers] = stdout.split('\n');
    for (const name of buffers.filter((line) => line.startsWith(PASTE_BUFFER)))
      await this.#run(sessionId, ['delete-buffer', '-b', name]);
    return {
      watchFlags: attach.includes('[-f flags]') ? ['-f', 'read-only,ignore-size'] : ['-r'],
      rawPasteFlags: /\[-\w*S/.test(paste) ? ['-S'] : [],
    };
  }

  async #lookAt(sessionId: SessionId): Promise<TmuxSession[]> {
    const result = await this.#run(sessionId, ['list-sessions', '-F', SESSION_FORMAT]);
    return result.exitCode === 0 ? parseSessions(result.stdout) : [];
  }

  #globalArgs(sessionId: SessionId): string[] {
    return ['-u', '-L', this.#sockets.nameOf(sessionId), '-f', this.#options.configPath];
  }

  #run(sessionId: SessionId, args: readonly string[], more: RunLimits = {}): Promise<CommandResult> {
    return runCommand('tmux', [...this.#globalArgs(sessionId), ...args], {
      env: this.#options.environment,
      timeoutMs: TMUX_TIMEOUT_MS,
      maxOutputBytes: MAX_TMUX_OUTPUT_BYTES,
      ...more,
    });
  }
}

/** Resolves when the process is gone. Nothing tells of the end of a process that is not a child. */
async function processEnd(pid: number): Promise<void> {
  const deadline = performance.now() + END_DEADLINE_MS;
  while (isRunning(pid) && performance.now() < deadline) await delay(END_LOOK_MS);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The exercises that have a live session. */
export function runningExercises(sessions: readonly TmuxSession[]): Set<ExerciseId> {
  return new Set(sessions.flatMap((session) => exerciseIdOf(session.sessionId) ?? []));
}

function sessionFailed(what: string, result: CommandResult): PracticeError {
  const detail = result.stderr.trim() || `tmux ended with ${result.exitCode ?? result.signal}`;
  return new PracticeError('session_failed', `${what}: ${detail}. Run "practice-server doctor" to see what is wrong.`, {
    detail,
  });
}
