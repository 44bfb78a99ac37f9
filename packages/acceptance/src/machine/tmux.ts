import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { isRunning } from './processes.js';
import { waitUntil } from './wait-until.js';

const run = promisify(execFile);

/** How tmux is reached: the socket's name, or its path, and the environment of whoever owns it. */
export interface TmuxServer {
  socket: string;
  env: Readonly<Record<string, string>>;
}

/** Where the cursor is and how large the pane, as tmux sees it. Columns and rows count from 0. */
export interface PaneState {
  cols: number;
  rows: number;
  cursor: { col: number; row: number };
  pid: number;
}

/** What tells tmux which socket it is. */
export function socketArgs({ socket }: TmuxServer): string[] {
  return [isAbsolute(socket) ? '-S' : '-L', socket];
}

/** Runs one tmux command against the server, and gives what it prints. Rejects when tmux exits with an error. */
export async function tmux(server: TmuxServer, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run('tmux', ['-u', ...socketArgs(server), ...args], {
    env: { ...server.env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** One tmux session, looked at from outside. */
export class TmuxPane {
  readonly server: TmuxServer;
  readonly session: string;
  readonly target: string;

  constructor(server: TmuxServer, session: string) {
    this.server = server;
    this.session = session;
    // The equals sign asks for this name alone: tmux would otherwise take any session that begins with it.
    this.target = `=${session}:`;
  }

  /** The screen as plain text, one line each. */
  text(): Promise<string> {
    return tmux(this.server, 'capture-pane', '-p', '-t', this.target);
  }

  /** Rejects if there is no such pane. */
  async state(): Promise<PaneState> {
    const format = '#{pane_width} #{pane_height} #{cursor_x} #{cursor_y} #{pane_pid}';
    const printed = await tmux(this.server, 'display-message', '-p', '-t', this.target, format);
    const [cols = 0, rows = 0, col = 0, row = 0, pid = 0] = printed.trim().split(' ').map(Number);
    // tmux itself answers with empty fields.
    if (pid === 0) throw new Error(`There is no session ${this.session}`);
    return { cols, rows, cursor: { col, row }, pid };
  }

  /** Types text as it is. */
  async type(text: string): Promise<void> {
    await tmux(this.server, 'send-keys', '-l', '-t', this.target, '--', text);
  }

  /** Presses keys by their tmux names, such as `Enter`, `Escape` or `C-c`. */
  async press(...keys: readonly string[]): Promise<void> {
    await tmux(this.server, 'send-keys', '-t', this.target, ...keys);
  }

  async resize(cols: number, rows: number): Promise<void> {
    await tmux(this.server, 'resize-window', '-t', this.target, '-x', String(cols), '-y', String(rows));
  }

  /** Waits until the screen shows the text or matches the pattern, and gives the screen. */
  waitForScreen(wanted: string | RegExp, timeoutMs?: number): Promise<string> {
    const fits = (screen: string) => (typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen));
    return waitUntil(
      async () => {
        const screen = await this.text();
        return fits(screen) ? screen : undefined;
      },
      async () => `the screen never showed ${wanted}. It shows:\n${await this.text()}`,
      timeoutMs,
    );
  }
}

/** What to start in a session, in the way the daemon does: the program, and then a login shell. */
export interface SessionStart {
  name: string;
  cwd: string;
  cols: number;
  rows: number;
  argv: readonly string[];
}

/** Enough for a full-screen program to feel at home, and nothing that draws over it. */
const OPTIONS = [
  ['status', 'off'],
  ['default-terminal', 'tmux-256color'],
  ['focus-events', 'on'],
  ['escape-time', '0'],
  ['terminal-features', '*:RGB:usstyle:overline:strikethrough'],
] as const;

const PROGRAM_THEN_SHELL = ['sh', '-c', '"$@"; exec "${SHELL:-/bin/sh}" -l', 'sh'];

/** Starts a session on a private socket, without the machine's tmux configuration. */
export async function startTmuxSession(server: TmuxServer, start: SessionStart): Promise<TmuxPane> {
  const size = ['-x', String(start.cols), '-y', String(start.rows)];
  const options = OPTIONS.flatMap(([name, value]) => ['set-option', '-g', name, value, ';']);
  const session = ['new-session', '-d', '-s', start.name, '-c', start.cwd, ...size];
  await tmux(
    server,
    '-f',
    '/dev/null',
    'start-server',
    ';',
    ...options,
    ...session,
    ...PROGRAM_THEN_SHELL,
    ...start.argv,
  );
  return new TmuxPane(server, start.name);
}

/** Ends the server if it runs, and everything in it; resolves when its process is gone and the socket is free again. */
export async function killTmuxServer(server: TmuxServer): Promise<void> {
  const pid = await serverPid(server);
  if (pid !== undefined) {
    await tmux(server, 'kill-server').catch(ignoreNoServer);
    await waitUntil(
      async () => ((await isRunning(pid)) ? undefined : true),
      () => `the tmux server ${pid} still runs`,
    );
  }
  // tmux leaves the socket of a server that is gone in place.
  await rm(socketPath(server), { force: true });
}

/** Ends every server that has its socket in this folder, and removes the folder. */
export async function killTmuxServers(folder: string, env: TmuxServer['env']): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith('.lock'));
  await Promise.all(names.map((name) => killTmuxServer({ socket: join(folder, name), env })));
  await rm(folder, { recursive: true, force: true });
}

function socketPath({ socket, env }: TmuxServer): string {
  return isAbsolute(socket) ? socket : join(socketFolder(env), socket);
}

function socketFolder(env: TmuxServer['env']): string {
  return join(env.TMUX_TMPDIR ?? '/tmp', `tmux-${userInfo().uid}`);
}

async function serverPid(server: TmuxServer): Promise<number | undefined> {
  const printed = await tmux(server, 'display-message', '-p', '#{pid}').catch(ignoreNoServer);
  return printed ? Number(printed) : undefined;
}

function ignoreNoServer(error: { stderr?: string }): void {
  if (!/no server running|No such file|error connecting|server exited/.test(error.stderr ?? '')) throw error;
}
