import { once } from 'node:events';
import { WebSocket } from 'ws';
import { waitUntil } from './wait-until.js';

/** A Node.js program started with it opens its inspector, when asked by SIGUSR1, at a free port. */
export const INSPECTOR_FLAG = '--inspect-port=127.0.0.1:0';
const LISTENS = /Debugger listening on (ws:\S+)/;

/**
 * The memory of a running Node.js program, through its inspector: what it still holds after a garbage collection.
 * How much is resident moves by tens of megabytes with the moment at which V8 last collected.
 */
export class NodeHeap implements Disposable {
  readonly #inspector: WebSocket;
  #asked = 0;

  private constructor(inspector: WebSocket) {
    this.#inspector = inspector;
  }

  /** `output` gives what the program has printed, of which the inspector's address is a line. */
  static async open(program: { pid: number; output: string }): Promise<NodeHeap> {
    process.kill(program.pid, 'SIGUSR1');
    const address = await waitUntil(
      () => LISTENS.exec(program.output)?.[1],
      () => `no inspector was opened. The program said:\n${program.output}`,
    );
    const inspector = new WebSocket(address);
    await once(inspector, 'open');
    return new NodeHeap(inspector);
  }

  /** Collects garbage, and resolves with the bytes that remain: objects, and buffers outside V8's heap. */
  async usedBytes(): Promise<number> {
    await this.#ask('HeapProfiler.collectGarbage', {});
    const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
    const { result } = (await this.#ask('Runtime.evaluate', { expression })) as { result: { value: number } };
    return result.value;
  }

  [Symbol.dispose](): void {
    this.#inspector.terminate();
  }

  async #ask(method: string, params: object): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    this.#inspector.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [message] = (await once(this.#inspector, 'message')) as [Buffer];
      const answer = JSON.parse(String(message)) as { id?: number; result?: unknown; error?: { message: string } };
      if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
      if (answer.id === id) return answer.result;
    }
  }
}
