import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A yardstick in its own process, as the daemon is: it prints its port, and ends with its standard input. */
export class BareProgram implements AsyncDisposable {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  static async start(program: string, options: Pick<SpawnOptions, 'cwd' | 'env'>): Promise<BareProgram> {
    const child = spawn(process.execPath, [program], { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return new BareProgram(child, Number(line));
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.stdin?.end();
    await ended;
  }
}
