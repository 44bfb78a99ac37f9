import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

const PROGRAM = fileURLToPath(new URL('../programs/bare-files.js', import.meta.url));

/** The smallest server of files there can be, in its own process as the daemon is, with one page. */
export class BareFiles implements AsyncDisposable {
  readonly pid: number;
  readonly #process: ChildProcess;
  readonly #socket: WebSocket;

  private constructor(process: ChildProcess, socket: WebSocket) {
    this.#process = process;
    this.#socket = socket;
    this.pid = process.pid ?? 0;
  }

  static async start(folder: string): Promise<BareFiles> {
    const child = spawn(process.execPath, [PROGRAM], { cwd: folder, env: {}, stdio: ['pipe', 'pipe', 'inherit'] });
    const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    await once(socket, 'open');
    return new BareFiles(child, socket);
  }

  send(type: string, payload: object): void {
    this.#socket.send(JSON.stringify({ type, payload }));
  }

  /** The next answer. */
  async next(): Promise<unknown> {
    const [data] = (await once(this.#socket, 'message')) as [WebSocket.RawData];
    return JSON.parse(String(data));
  }

  /** It ends with its standard input. */
  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.stdin?.end();
    await ended;
    this.#socket.terminate();
  }
}
