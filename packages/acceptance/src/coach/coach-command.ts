import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AgentId } from '@agent-factory/protocol';
import { proveNothingIsLeft } from '../machine/leftovers.js';
import { socketFolder } from '../machine/socket-folder.js';
import { killTmuxServers } from '../machine/tmux.js';
import { waitUntil } from '../machine/wait-until.js';
import type { Student } from '../student.js';
import { CoachedProject } from './coached-project.js';

const CLI = fileURLToPath(new URL('../../../practice-server/dist/cli.js', import.meta.url));

/** What it says once it is ready. */
const READY = /http:\/\/localhost:(?<port>\d+)[^\n]*\nProject: [^\n]*\nWorkbench \(opens once\): (?<url>\S+)\n/;
const DASHBOARD = /^Dashboard \(opens once\): (?<url>\S+)\n/m;

/** Of what it printed, when it ended: a failure has to stay readable. */
const MOST_CHARACTERS = 2000;

export interface CoachOptions {
  readonly student: Student;
  /** Absolute path of the project, in which the command is given. */
  readonly folder: string;
  readonly agent: AgentId;
  /** The program to run; by default the one that was built. */
  readonly program?: readonly [file: string, ...args: string[]];
  /** One that an agent which outlives the daemon finds the next one on; by default any. */
  readonly port?: number;
  /** Laid over the student's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * `practice-server coach`, as a process of its own, which is the student's daemon.
 * Disposing it ends the daemon, its tmux servers and everything in them, and rejects if anything had to be killed.
 */
export class CoachCommand implements AsyncDisposable {
  readonly #options: CoachOptions;
  readonly #children: ChildProcess[] = [];
  #output = '';
  #project: CoachedProject | undefined;

  private constructor(options: CoachOptions) {
    this.#options = options;
  }

  /** Resolves once it has said where its project is to be seen. Rejects with what it printed if it ends instead. */
  static async start(options: CoachOptions): Promise<CoachCommand> {
    const command = new CoachCommand(options);
    try {
      command.#project = await command.open(options.folder);
    } catch (error) {
      await command[Symbol.asyncDispose]();
      throw error;
    }
    return command;
  }

  /** The project that it was started with. */
  get project(): CoachedProject {
    if (this.#project === undefined) throw new Error('The coach was never ready');
    return this.#project;
  }

  /** Everything that it has printed, with what later calls have. */
  get output(): string {
    return this.#output;
  }

  /** Of each call; null while it runs, or if it had to be killed. */
  get exitCodes(): readonly (number | null)[] {
    return this.#children.map(({ exitCode }) => exitCode);
  }

  /** Gives the command once more, which finds the daemon. Resolves once it has said where that project is to be seen. */
  async open(folder: string, agent: AgentId = this.#options.agent): Promise<CoachedProject> {
    const { student, port: wished = 0 } = this.#options;
    const said = await this.#run(READY, ['coach', '--no-open', '--port', String(wished), '--agent', agent, folder]);
    return new CoachedProject({ student, folder, port: Number(said.port), url: said.url ?? '' });
  }

  /** Gives the command for the learner's own page; its address, which opens once. */
  async dashboard(): Promise<string> {
    return (await this.#run(DASHBOARD, ['dashboard', '--no-open'])).url ?? '';
  }

  /** What a command says of these. */
  #run(ready: RegExp, args: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const { student, folder, env, program: [file, ...before] = [process.execPath, CLI] } = this.#options;
    const options = { cwd: folder, env: { ...student.env, ...env } };
    const child = spawn(file, [...before, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#children.push(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        this.#output += text;
      });
    }
    return waitUntil(
      () => saidIn(child, printed, ready),
      () => `${args[0]} was not ready. It said:\n${printed}`,
    );
  }

  /** Asks it to stop, as Ctrl+C in its terminal does, and waits until it has. */
  async stop(): Promise<void> {
    await Promise.all(this.#children.map(stop));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { home, env } = this.#options.student;
    await this.stop();
    await killTmuxServers(socketFolder(home), env);
    await proveNothingIsLeft(home);
  }
}

function saidIn(child: ChildProcess, printed: string, ready: RegExp): Record<string, string> | undefined {
  const said = ready.exec(printed)?.groups;
  if (said === undefined && child.exitCode !== null)
    throw new Error(`The coach ended:\n${printed.slice(-MOST_CHARACTERS)}`);
  return said;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}
