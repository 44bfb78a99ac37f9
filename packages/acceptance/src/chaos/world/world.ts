import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentId } from '@agent-factory/protocol';
import { endProcessesOf } from '../../machine/leftovers.js';
import { waitUntil } from '../../machine/wait-until.js';
import { ChaosContent, SPARE_PREFIX, SPARES } from './content.js';
import { Daemons } from './daemons.js';
import { DescriptorBases } from './descriptor-bases.js';
import { ChaosHome } from './home.js';
import { Ledger } from './ledger.js';
import { Practised } from './practised.js';
import { type Answered, type Asked, ask } from './requests.js';
import { tmuxServers } from './servers.js';
import type { Surroundings } from './surroundings.js';

const GONE_WITHIN_MS = 10_000;

export interface WorldOptions {
  /** What is practised, and with which agent. */
  readonly sessions: ReadonlyArray<readonly [exerciseId: string, agent: AgentId]>;
  /** On a disk that can be filled, if this process may make one. */
  readonly smallDisk: boolean;
}

/** Everything of one run: a student's home, the lesson site, the daemon, and the exercises they practise. */
export class World implements AsyncDisposable, Surroundings {
  readonly home: ChaosHome;
  readonly content: ChaosContent;
  readonly daemons: Daemons;
  readonly ledger = new Ledger();
  readonly bases = new DescriptorBases();
  readonly sessions: readonly Practised[];
  /** Numbers for what has to be told apart: marks, files. */
  #numbers = 0;
  #spares = 0;

  private constructor(parts: { home: ChaosHome; content: ChaosContent; daemons: Daemons; options: WorldOptions }) {
    this.home = parts.home;
    this.content = parts.content;
    this.daemons = parts.daemons;
    this.sessions = parts.options.sessions.map(([exerciseId, agent]) => new Practised(this, exerciseId, agent));
  }

  static async open(options: WorldOptions): Promise<World> {
    const content = await ChaosContent.open();
    const home = await ChaosHome.make(options).catch(async (error: unknown) => {
      await content[Symbol.asyncDispose]();
      throw error;
    });
    const daemons = await Daemons.prepare(home, content.url);
    const world = new World({ home, content, daemons, options });
    try {
      await world.begin();
      return world;
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
  }

  nextNumber(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  /** An exercise beside the three; it comes again when all others had their turn. */
  nextSpare(): string {
    this.#spares = (this.#spares + 1) % SPARES;
    return `${SPARE_PREFIX}${this.#spares}`;
  }

  ask(path: string, asked: Asked = {}): Promise<Answered> {
    return ask(`${this.daemons.url}${path}`, { origin: this.content.url, ...asked });
  }

  async begin(): Promise<void> {
    await this.daemons.start();
    await Promise.all(this.sessions.map((session) => session.begin()));
  }

  /** After a violation: starts all processes again, so that what follows is not its doing. The disk stays as it is. */
  async beginAnew(): Promise<void> {
    await this.#endAll();
    await this.content.become('well');
    await this.home.shiftClock(0);
    await this.begin().catch(async () => {
      await this.#endAll();
      await this.#dropState();
      await this.begin();
    });
  }

  /** Copies the daemon's logs into a folder. */
  async keepLogs(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await copyFile(this.home.logPath, join(folder, 'daemon.log')).catch(() => {});
    await cp(join(this.home.statePath, 'logs'), join(folder, 'logs'), { recursive: true }).catch(() => {});
  }

  /** The last lines the daemon has printed. */
  async lastWords(lines: number): Promise<string> {
    const text = await readFile(this.home.logPath, 'utf8').catch(() => '');
    return text.trimEnd().split('\n').slice(-lines).join('\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.daemons[Symbol.asyncDispose]();
    await this.#endAll();
    await this.content[Symbol.asyncDispose]();
    await this.home[Symbol.asyncDispose]();
  }

  /** What the daemon keeps may be what is wrong. The student's files are elsewhere. */
  async #dropState(): Promise<void> {
    const names = await readdir(this.home.statePath).catch(() => []);
    const ours = names.filter((name) => /^(?:state|lock)\.db/.test(name));
    await Promise.all(ours.map((name) => rm(join(this.home.statePath, name), { force: true })));
  }

  /** Each by its id: the daemon, the tmux servers, and whatever still bears this home. */
  async #endAll(): Promise<void> {
    for (const session of this.sessions) session.close();
    await this.daemons.endAll();
    const servers = await tmuxServers(this.home.path);
    await waitUntil(
      async () => ((await endProcessesOf(this.home.path)).length === 0 ? true : undefined),
      () => `processes of ${this.home.path} cannot be ended`,
      GONE_WITHIN_MS,
    );
    await Promise.all(servers.map(({ server }) => rm(server.socket, { force: true })));
  }
}

/** A folder for the logs of a run that found something. */
export function logFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'af-chaos-logs-'));
}
