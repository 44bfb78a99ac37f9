import type { SentEvent } from '../../contract/observe-events.js';
import type { RecordedRun } from '../../contract/recorded-run.js';
import { readRun, SourceError } from './source.js';

export interface Listener {
  /** The run with all that has happened: takes the place of whatever was told before. */
  onRun(run: RecordedRun): void;
  /** What has happened since. */
  onEvent(event: SentEvent): void;
  onConnected(isConnected: boolean): void;
  /** It cannot be followed any further, for this reason. */
  onProblem(message: string): void;
}

/** Milliseconds until a lost connection is tried again, and again: a loop that was resumed is soon found. */
const AGAIN_MS = [500, 1000, 2000, 4000, 8000] as const;
/**
 * Milliseconds until the report is looked for after the run's end, and again: it is written within moments, and soon
 * after that there is nobody to ask.
 */
const REPORT_AFTER_MS = [0, 50, 50, 100, 200, 200, 200, 500, 1000, 2000, 4000] as const;

/** Follows a run until it is over, through lost connections. Returns how to stop. */
export function followRun(listener: Listener): () => void {
  const following = new Following(listener);
  following.begin();
  return () => following.stop();
}

/**
 * After each connection, the run is read as a whole. What is sent meanwhile waits; by its numbers, what was read already
 * is left out. So nothing is missed, and nothing is told twice.
 */
class Following {
  readonly #listener: Listener;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: SentEvent[] | undefined = [];
  /** Number of the last event that was read. */
  #readTo = 0;
  #readings = 0;
  #losses = 0;
  /** Nothing more comes but the report. */
  #isOver = false;
  #isStopped = false;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  begin(): void {
    this.#read(() => this.#connect());
  }

  stop(): void {
    this.#isStopped = true;
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    const url = new URL('ws/observe', location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#handle(JSON.parse(String(data)));
    socket.onclose = () => this.#handleLoss();
  }

  #handleLoss(): void {
    if (this.#isOver) return;
    this.#listener.onConnected(false);
    // What is still being read may be older than what the next connection tells.
    this.#readings += 1;
    this.#timer = setTimeout(() => this.begin(), AGAIN_MS[Math.min(this.#losses, AGAIN_MS.length - 1)]);
    this.#losses += 1;
  }

  #handle(event: SentEvent): void {
    if (this.#isOver) return;
    if (event.type === 'connected') this.#readAgain();
    else if (this.#waiting !== undefined) this.#waiting.push(event);
    else this.#tell(event);
  }

  #readAgain(event?: SentEvent): void {
    this.#waiting = event === undefined ? [] : [event];
    this.#read(() => {
      this.#losses = 0;
      this.#listener.onConnected(true);
    });
  }

  #tell(event: SentEvent): void {
    const { seq, from = seq } = event;
    if (seq !== undefined && from !== undefined && from <= this.#readTo) {
      // Only a part of it is known.
      if (seq > this.#readTo) this.#readAgain(event);
      return;
    }
    this.#listener.onEvent(event);
    if (event.type === 'loop_complete') this.#finish();
  }

  #read(then: () => void): void {
    this.#readings += 1;
    const reading = this.#readings;
    const isLate = () => this.#isOver || reading !== this.#readings;
    readRun().then(
      (run) => {
        if (isLate()) return;
        this.#take(run, then);
      },
      (error: unknown) => {
        if (!isLate()) this.#handleFailure(error);
      },
    );
  }

  #take(run: RecordedRun, then: () => void): void {
    this.#readTo = run.events.at(-1)?.seq ?? 0;
    this.#listener.onRun(run);
    if (run.recorded) {
      if (run.report === null && run.state.status !== 'running') this.#finish();
      else this.#end();
      return;
    }
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    then();
    for (const event of waiting) this.#handle(event);
  }

  /** Who has seen the run waits for it to come back. Who has seen nothing is told why. */
  #handleFailure(error: unknown): void {
    if (!(error instanceof SourceError)) throw error;
    const socket = this.#socket;
    if (socket === undefined || !error.isPassing) {
      this.#end();
      this.#listener.onProblem(error.message);
      return;
    }
    socket.onclose = null;
    socket.close();
    this.#handleLoss();
  }

  /** The run has ended: what is left is its report, and a server that may be gone once nobody is connected. */
  #finish(attempt = 0): void {
    this.#isOver = true;
    const wait = REPORT_AFTER_MS[attempt];
    if (wait === undefined) {
      this.#end();
      return;
    }
    this.#timer = setTimeout(async () => {
      const run = await readRun().catch(() => undefined);
      if (this.#isStopped) return;
      if (run !== undefined) this.#listener.onRun(run);
      if (run?.report === null) this.#finish(attempt + 1);
      else this.#end();
    }, wait);
  }
}
