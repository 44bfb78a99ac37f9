import type { ObserveEvent } from '../contract/observe-events.js';
import type { Run } from '../loop/store/run.js';

/** Bytes of what agents say and print that a run keeps: an hour of it. Beyond, it is shown and not kept. */
const MAX_LIVE_BYTES = 64 * 1024 * 1024;

export interface RecorderOptions {
  readonly run: Run;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told with its number in the run, where it is kept. */
  readonly tell: (event: ObserveEvent, seq?: number) => void;
}

/** Keeps what happens between the steps of a loop, so that a run can be watched afterwards as it was. */
export class Recorder implements AsyncDisposable {
  readonly #options: RecorderOptions;
  readonly #pending = new Set<Promise<void>>();
  #liveBytes = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Shows it at once; what the disk refuses is not kept, and ends nothing. */
  record(event: ObserveEvent): void {
    if (event.type === 'live') this.#liveBytes += JSON.stringify(event).length;
    if (this.#liveBytes > MAX_LIVE_BYTES) {
      this.#options.tell(event);
      return;
    }
    const kept = this.#keep(event).finally(() => this.#pending.delete(kept));
    this.#pending.add(kept);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #keep(event: ObserveEvent): Promise<void> {
    const { run, now, tell } = this.#options;
    const seq = await run.appendEvent(event, now()).then(
      (recorded) => recorded.seq,
      () => undefined,
    );
    tell(event, seq);
  }
}
