import { processorMs } from '../../machine/process-use.js';
import { median } from './numbers.js';
import { timed } from './timed.js';

/** How long requests took, and how long they kept the daemon's processor busy: on a busy machine, that is less. In milliseconds. */
export class DaemonTimes {
  readonly wall: number[] = [];
  readonly #busy: number[] = [];
  readonly #pid: number;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** Measures one. */
  async add<T>(request: () => Promise<T>): Promise<T> {
    const before = await processorMs(this.#pid);
    const { ms, value } = await timed(request);
    this.wall.push(ms);
    this.#busy.push((await processorMs(this.#pid)) - before);
    return value;
  }

  get note(): string {
    return `median ${median(this.wall).toFixed(0)} ms, of the processor ${median(this.#busy).toFixed(0)} ms`;
  }
}
