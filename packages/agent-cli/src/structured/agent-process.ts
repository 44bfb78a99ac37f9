import { StringDecoder } from 'node:string_decoder';
import { type PipedProcess, startPiped } from '@agent-factory/subprocess';
import type { Json } from '../json.js';
import { exited, notStarted } from './failures.js';
import { LineSplitter } from './json-lines.js';

/** The end of an agent's standard error that is kept, in characters, for when it fails. */
const KEPT_COMPLAINT = 4000;
/** How long an agent may take to end by itself once nothing more will come, in milliseconds. */
const LEAVE_MS = 2000;
/** The longest time a process may live: any. Runs have their own limits. */
const NO_TIMEOUT_MS = Number.MAX_SAFE_INTEGER;

export interface AgentProcessOptions {
  /** The CLI's name for people. */
  readonly name: string;
  /** Absolute path of the program. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Record<string, string>;
  /** Ends it at once, also while it starts. */
  readonly signal?: AbortSignal | undefined;
  /** Bytes have come. Lines are read as long as this returns true. */
  onHeard(bytes: number): boolean;
  /** One line; `isCut` says that more of it came and was dropped. */
  onLine(line: string, isCut: boolean): void;
  /** Where there is no room for more, it resolves when there is. Until then nothing is read, and the agent waits. */
  room?: (() => Promise<void> | undefined) | undefined;
}

/** How it has ended: the failure that this is, unless it was meant to. */
export interface AgentEnd {
  readonly exitCode: number | null;
  readonly failure: ReturnType<typeof exited>;
}

/** The process of an agent that is a conversation: lines of JSON in, lines out. */
export class AgentProcess {
  readonly #process: PipedProcess;
  readonly ended: Promise<AgentEnd>;

  /** Throws `agent_failed`. */
  static async start(options: AgentProcessOptions): Promise<AgentProcess> {
    const { name, program, args, cwd, env, signal } = options;
    const lines = new LineSplitter({ onLine: options.onLine });
    const decoder = new StringDecoder('utf8');
    let complaint = '';
    const started = await startPiped(program, args, {
      cwd,
      env,
      timeoutMs: NO_TIMEOUT_MS,
      signal,
      endEscaped: true,
      onStdout: (chunk) => {
        if (options.onHeard(chunk.length)) lines.write(chunk);
        return options.room?.();
      },
      onStderr: (chunk) => {
        complaint = (complaint + decoder.write(chunk)).slice(-KEPT_COMPLAINT);
      },
    });
    if (typeof started === 'string') throw notStarted(name, started);
    const ended = started.ended.then(({ exitCode }) => {
      lines.end();
      return { exitCode, failure: exited(name, exitCode, complaint) };
    });
    return new AgentProcess(started, ended);
  }

  private constructor(process: PipedProcess, ended: Promise<AgentEnd>) {
    this.#process = process;
    this.ended = ended;
  }

  send(message: Json): void {
    this.#process.write(`${JSON.stringify(message)}\n`);
  }

  /** Asks it to leave first: a CLI writes its own log when its input ends. */
  async leave(): Promise<void> {
    this.#process.closeInput();
    const late = setTimeout(() => void this.#process.end(), LEAVE_MS);
    await this.ended;
    clearTimeout(late);
  }

  /** Ends it at once, with everything it has started. */
  async end(): Promise<void> {
    await this.#process.end();
  }
}
