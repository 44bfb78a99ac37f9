import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Discovery, decodeJson, discoverySchema, TERMINAL_PATH } from '@agent-factory/protocol';
import { proveNothingIsLeft } from './machine/leftovers.js';
import { freePort } from './machine/loopback.js';
import { socketFolder } from './machine/socket-folder.js';
import { killTmuxServers, TmuxPane, type TmuxServer } from './machine/tmux.js';
import { waitUntil } from './machine/wait-until.js';
import type { Student } from './student.js';

const CLI = fileURLToPath(new URL('../../practice-server/dist/cli.js', import.meta.url));

export interface DaemonOptions {
  student: Student;
  /** Address of a site, which is then also an allowed origin, or a folder. */
  content: string;
  /** By default one that stays free for it between two of its lives. */
  port?: number;
  /** If the port is taken it may use another, as a student's daemon does; by default that is an error. */
  mayMove?: boolean;
  /** More flags, such as `--idle-timeout 2s`. */
  flags?: readonly string[];
  /** Flags of Node.js itself. */
  nodeFlags?: readonly string[];
  /** Laid over the student's environment. */
  env?: Readonly<Record<string, string>>;
}

/**
 * The real daemon of one student, as a process of its own.
 * Disposing it ends the daemon, its tmux servers and everything in them, and rejects if anything had to be killed.
 */
export class PracticeDaemon implements AsyncDisposable {
  readonly #options: DaemonOptions;
  #child: ChildProcess | undefined;
  #output = '';
  #discovery: Discovery | undefined;

  private constructor(options: DaemonOptions) {
    this.#options = options;
  }

  /** Resolves when the daemon answers. Rejects with what it printed when it ends instead. */
  static async start(options: DaemonOptions): Promise<PracticeDaemon> {
    const daemon = new PracticeDaemon(options);
    await daemon.#run(options.port ?? (await freePort())).catch(async (error: unknown) => {
      await daemon[Symbol.asyncDispose]();
      throw error;
    });
    return daemon;
  }

  get port(): number {
    return this.#known().port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get token(): string {
    return this.#known().token;
  }

  get pid(): number {
    return this.#known().pid;
  }

  /** Everything the daemon has printed since the test began, over all its lives. */
  get output(): string {
    return this.#output;
  }

  /** Address of a session's terminal, without a ticket. */
  terminalUrl(sessionId: string): string {
    return `ws://127.0.0.1:${this.port}${TERMINAL_PATH}${sessionId}`;
  }

  /** The tmux server of a session: each has one of its own. */
  tmuxServer(exerciseId: string): TmuxServer {
    return { socket: join(socketFolder(this.#options.student.home), exerciseId), env: this.tmuxEnvironment };
  }

  /** The tmux session of an exercise, seen from outside. */
  pane(exerciseId: string): TmuxPane {
    return new TmuxPane(this.tmuxServer(exerciseId), `af-${exerciseId}`);
  }

  /** The daemon dies without a word (SIGKILL). */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** The daemon is asked to stop, and does (SIGTERM). */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Starts it again where it was. */
  async restart(): Promise<void> {
    await this.#run(this.port);
  }

  /** What a reboot leaves: neither daemon nor tmux, only the disk. */
  async reboot(): Promise<void> {
    await this.kill();
    await killTmuxServers(socketFolder(this.#options.student.home), this.tmuxEnvironment);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await killTmuxServers(socketFolder(this.#options.student.home), this.tmuxEnvironment);
    await proveNothingIsLeft(this.#options.student.home);
  }

  /** The daemon passes no TMUX variables on. */
  get tmuxEnvironment(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.#options.student.env).filter(([name]) => !name.startsWith('TMUX')));
  }

  async #run(port: number): Promise<void> {
    const { student, content, flags = [], nodeFlags = [], env } = this.#options;
    const argv = [...nodeFlags, CLI, '--no-open', '--port', String(port), '--content', content, ...flags];
    const environment = { ...student.env, AF_PRACTICE_HOME: student.home, ...env };
    const child = spawn(process.execPath, argv, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
    await waitUntil(
      () => this.#isReady(child, port),
      () => `the daemon was not ready. It said:\n${this.#output}`,
    );
  }

  async #isReady(child: ChildProcess, port: number): Promise<true | undefined> {
    if (hasEnded(child))
      throw new Error(`The daemon ended with ${child.exitCode ?? child.signalCode}:\n${this.#output}`);
    const text = await readFile(join(this.#options.student.home, '.af-practice-server.json'), 'utf8').catch(() => '');
    const outcome = decodeJson(discoverySchema, text);
    if (!outcome.ok || outcome.value.pid !== child.pid) return undefined;
    this.#discovery = outcome.value;
    // A page of the test looks for it where it should be, and nowhere else.
    if (this.port !== port && !this.#options.mayMove) throw new Error(`Port ${port} was taken`);
    const health = await fetch(`${this.url}/health`).catch(() => undefined);
    return health?.ok ? true : undefined;
  }

  async #end(name: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const closed = once(child, 'exit');
    child.kill(name);
    await closed;
  }

  #known(): Discovery {
    if (!this.#discovery) throw new Error('The daemon was never ready');
    return this.#discovery;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
