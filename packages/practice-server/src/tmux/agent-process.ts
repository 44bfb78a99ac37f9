import type { GridSize, SessionId } from '@agent-factory/protocol';
import { runCommand } from '@agent-factory/subprocess';
import { OWN_CLIENT_OPTION } from './config/config-file.js';
import type { TmuxProgram } from './program.js';
import { EXIT_OPTION } from './servers/session-program.js';
import { sessionFailed } from './session-failed.js';

const PS_TIMEOUT_MS = 5000;
const MAX_PS_BYTES = 1024 * 1024;
/**
 * Claude Code, Codex and Gemini CLI leave when this is pressed twice, and once more if it stops their work first.
 * Codex would otherwise leave its conversation with a server of its own that lets nobody else go on with it.
 */
const QUIT_KEY = 'C-c';
const QUIT_PRESSES = 4;
/** The time between two presses, in milliseconds: long enough to leave, short enough to count as twice. */
const QUIT_MS = 400;
/** How long an agent may take to end by itself, in milliseconds, before it is killed: it writes its log first. */
const LEAVE_MS = 3000;
const POLL_MS = 50;
/** Lines above the screen that are looked at: what an agent says while a daemon starts again. */
const MAX_LINES_ABOVE = 2000;

/** What stands before the student. */
export interface AgentFront {
  /** The agent has left them in their own shell. */
  readonly hasExited: boolean;
  /** The process of the latest `practice-server attach`, which may be over; undefined without any. */
  readonly ownClient: string | undefined;
  /** As lines of plain text. */
  readonly screen: string;
}

/** The agent in the pane of a session: the process itself, and the keys it is given. */
export class AgentProcess {
  readonly #program: TmuxProgram;
  readonly #environment: () => Record<string, string>;

  constructor(program: TmuxProgram, environment: () => Record<string, string>) {
    this.#program = program;
    this.#environment = environment;
  }

  /** Presses a key, by tmux' name for it. Throws `session_failed` if the session is gone. */
  async press(sessionId: SessionId, key: string): Promise<void> {
    const result = await this.#program.run(sessionId, ['send-keys', '-t', `=${sessionId}:`, key]);
    if (result.exitCode !== 0) throw sessionFailed('The key could not be pressed', result);
  }

  /** What stands before the student at this moment; undefined if it could not be looked at. */
  async front(sessionId: SessionId): Promise<AgentFront | undefined> {
    const target = ['-t', `=${sessionId}:`];
    const facts = `#{${EXIT_OPTION}} #{${OWN_CLIENT_OPTION}}`;
    const commands = ['display-message', '-p', ...target, facts, ';', 'capture-pane', '-p', ...target];
    const { exitCode, stdout } = await this.#program.run(sessionId, commands);
    if (exitCode !== 0) return undefined;
    const end = stdout.indexOf('\n');
    const [exit = '', ownClient = ''] = stdout.slice(0, end).split(' ');
    return {
      hasExited: exit !== '',
      ownClient: ownClient === '' ? undefined : ownClient,
      screen: stdout.slice(end + 1),
    };
  }

  /**
   * Presses a key unless the agent has left: tmux looks and presses in one go, so that no shell gets it. Throws
   * `session_failed` if the session is gone.
   */
  async pressUnlessLeft(sessionId: SessionId, key: string): Promise<void> {
    const target = `=${sessionId}:`;
    const isThere = `#{==:#{${EXIT_OPTION}},}`;
    const press = `send-keys -t ${target} ${key}`;
    const result = await this.#program.run(sessionId, ['if-shell', '-F', '-t', target, isThere, press]);
    if (result.exitCode !== 0) throw sessionFailed('The key could not be pressed', result);
  }

  /** What is on the screen, and above it, as lines of plain text; undefined if it could not be looked at. */
  async screen(sessionId: SessionId, withHistory = false): Promise<string | undefined> {
    const from = withHistory ? ['-S', `-${MAX_LINES_ABOVE}`] : [];
    const result = await this.#program.run(sessionId, ['capture-pane', '-p', ...from, '-t', `=${sessionId}:`]);
    return result.exitCode === 0 ? result.stdout : undefined;
  }

  /** Sets the size of the window for as long as nobody looks at it: a page that attaches brings its own. */
  async resize(sessionId: SessionId, { cols, rows }: GridSize): Promise<void> {
    const size = ['-x', String(cols), '-y', String(rows)];
    const result = await this.#program.run(sessionId, ['resize-window', '-t', `=${sessionId}:`, ...size]);
    if (result.exitCode !== 0) throw sessionFailed('The window could not be resized', result);
  }

  /**
   * Ends the agent with everything in its process group: as a student would, then politely, then by force. Their shell
   * follows it in the pane. `isOver` says whether the session has noticed.
   */
  async end(sessionId: SessionId, isOver: () => boolean): Promise<void> {
    const groups = await this.#groups(sessionId);
    for (let press = 0; press < QUIT_PRESSES && !isOver(); press += 1) {
      // Their shell would be interrupted while it reads their profile.
      await this.pressUnlessLeft(sessionId, QUIT_KEY);
      await within(QUIT_MS, isOver);
    }
    if (!isOver()) signalAll(groups, 'SIGTERM');
    await within(LEAVE_MS, isOver);
    if (!isOver()) signalAll(groups, 'SIGKILL');
  }

  /** The process groups that the pane's first shell has started: by now, only the agent's. */
  async #groups(sessionId: SessionId): Promise<number[]> {
    const format = ['-t', `=${sessionId}:`, '#{pane_pid}'];
    const shown = await this.#program.run(sessionId, ['display-message', '-p', ...format]);
    const shell = Number(shown.stdout.trim());
    if (shown.exitCode !== 0 || !(shell > 1)) throw sessionFailed('The agent could not be found', shown);
    const { stdout } = await runCommand('ps', ['-A', '-o', 'pid=,ppid='], {
      env: this.#environment(),
      timeoutMs: PS_TIMEOUT_MS,
      maxOutputBytes: MAX_PS_BYTES,
    });
    const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
    return pairs.flatMap(([pid = 0, parent]) => (parent === shell && pid > 1 ? [pid] : []));
  }
}

async function within(ms: number, isOver: () => boolean): Promise<void> {
  const deadline = performance.now() + ms;
  while (!isOver() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** With job control, every child of the shell leads a group of its own. */
function signalAll(groups: readonly number[], signal: NodeJS.Signals): void {
  for (const group of groups) {
    try {
      process.kill(-group, signal);
    } catch (error) {
      // It ended by itself meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
