import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Discovery, decodeJson, discoverySchema } from '@agent-factory/protocol';
import { freePort } from '../../machine/loopback.js';
import { waitUntil } from '../../machine/wait-until.js';
import type { ChaosHome } from './home.js';
import { ask } from './requests.js';

const CLI = fileURLToPath(new URL('../../../../practice-server/dist/cli.js', import.meta.url));

const READY_WITHIN_MS = 20_000;
/** A daemon that is asked to stop lets requests in flight go on for two seconds. */
const STOPS_WITHIN_MS = 10_000;

/** The daemon of one home over all its lives: the real bundle, each life a process of its own. */
export class Daemons implements AsyncDisposable {
  readonly #home: ChaosHome;
  readonly #content: string;
  readonly #started = new Set<ChildProcess>();
  readonly preferredPort: number;
  #current: ChildProcess | undefined;
  #closed = false;
  #discovery: Discovery | undefined;
  /** How many lives there were. */
  lives = 0;

  private constructor(home: ChaosHome, content: string, port: number) {
    this.#home = home;
    this.#content = content;
    this.preferredPort = port;
  }

  static async prepare(home: ChaosHome, content: string): Promise<Daemons> {
    return new Daemons(home, content, await freePort());
  }

  get pid(): number {
    return this.#current?.pid ?? 0;
  }

  get port(): number {
    return this.#discovery?.port ?? this.preferredPort;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** How it ended, if nobody asked it to. */
  get crash(): string | undefined {
    const child = this.#current;
    if (child === undefined || !hasEnded(child)) return undefined;
    return `the daemon ended by itself with ${child.exitCode ?? child.signalCode}`;
  }

  /** Starts it and resolves when it answers. Rejects if it does not, or ends instead. */
  async start(): Promise<void> {
    await this.adopt(this.launch());
  }

  /** Starts a process and waits for nothing. Throws once all is over: a step that was interrupted may still go on. */
  launch(): ChildProcess {
    if (this.#closed) throw new Error('The run is over');
    const log = openSync(this.#home.logPath, 'a');
    const flags = ['--no-open', '--port', String(this.preferredPort), '--content', this.#content, '--agent', 'shell'];
    const { env } = this.#home;
    // In its own process group: Ctrl+C is for this process, which then ends what it has started.
    const child = spawn(process.execPath, [CLI, ...flags], { env, stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    this.#started.add(child);
    child.once('exit', () => this.#started.delete(child));
    return child;
  }

  /** From now on this one is the daemon. Resolves when it answers. */
  async adopt(child: ChildProcess): Promise<void> {
    this.#current = child;
    this.lives += 1;
    await waitUntil(
      async () => {
        if (hasEnded(child)) throw new Error(`the daemon did not start: it ended with ${child.exitCode}`);
        return (await this.#answers(child)) || undefined;
      },
      () => 'the daemon did not start: it does not answer',
      READY_WITHIN_MS,
    );
  }

  signal(name: NodeJS.Signals): void {
    this.#current?.kill(name);
  }

  /** Kills it without warning. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks it to stop. Returns what was wrong with how it stopped. */
  async stop(): Promise<string[]> {
    const child = this.#current;
    if (child === undefined || hasEnded(child)) return [];
    child.kill('SIGTERM');
    const ended = await endsWithin(child, STOPS_WITHIN_MS);
    if (!ended) await this.#end('SIGKILL');
    this.#current = undefined;
    if (!ended) return [`the daemon did not stop within ${STOPS_WITHIN_MS} ms of SIGTERM`];
    return child.exitCode === 0 ? [] : [`the daemon stopped with ${child.exitCode ?? child.signalCode}`];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.endAll();
  }

  /** Ends every process that was started and still runs, each by its own id. */
  async endAll(): Promise<void> {
    const living = [...this.#started];
    for (const child of living) child.kill('SIGKILL');
    await Promise.all(living.map((child) => hasEnded(child) || once(child, 'exit')));
  }

  async #end(name: NodeJS.Signals): Promise<void> {
    const child = this.#current;
    this.#current = undefined;
    if (child === undefined || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill(name);
    await ended;
  }

  async #answers(child: ChildProcess): Promise<boolean> {
    const text = await readFile(this.#home.discoveryPath, 'utf8').catch(() => '');
    const outcome = decodeJson(discoverySchema, text);
    if (!outcome.ok || outcome.value.pid !== child.pid) return false;
    this.#discovery = outcome.value;
    return ask(`${this.url}/health`, { timeoutMs: 1000 }).then(
      ({ status }) => status === 200,
      () => false,
    );
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Whether a process ends by itself in this time, in milliseconds. */
export async function endsWithin(child: ChildProcess, withinMs: number): Promise<boolean> {
  if (hasEnded(child)) return true;
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), withinMs);
  const ended = await once(child, 'exit', { signal: timeUp.signal }).then(
    () => true,
    () => false,
  );
  clearTimeout(timer);
  return ended;
}
