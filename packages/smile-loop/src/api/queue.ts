import { EVENTS_PER_SECOND } from '../contract/limits.js';
import type { Live, SentEvent } from '../contract/observe-events.js';

type LiveEvent = Extract<SentEvent, { type: 'live' }>;

const WINDOW_MS = 1000;
/** Half is kept for what says more: a result is then told at once, however much an agent prints. */
const LIVE_PER_SECOND = EVENTS_PER_SECOND / 2;
/** What the contract allows in one event, and in one piece. */
const MAX_PIECES = 200;
const MAX_PIECE_CHARS = 20_000;

/** What one observer has still to be told, and when it may be. `live` and `cost` are joined; the others are all told. */
export class ObserverQueue {
  readonly #waiting: SentEvent[] = [];
  /** When the last ones were told, in milliseconds of a clock that only grows. */
  readonly #told: number[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  push(event: SentEvent): void {
    // Output and costs come in turns: each is joined to its like, so that what counts never waits behind more than two.
    for (let index = this.#waiting.length - 1; index >= 0; index -= 1) {
      const earlier = this.#waiting[index];
      if (earlier === undefined || !isMinor(earlier)) break;
      const joined = join(earlier, event);
      if (joined === undefined) continue;
      this.#waiting[index] = joined;
      return;
    }
    this.#waiting.push(event);
  }

  /** Milliseconds until the next one may be told: 0 for now, undefined when there is none. */
  waitMs(now: number): number | undefined {
    if (this.#waiting.length === 0) return undefined;
    const allowed = this.#waiting.every(isMinor) ? LIVE_PER_SECOND : EVENTS_PER_SECOND;
    const blocking = this.#told.at(-allowed);
    return blocking === undefined ? 0 : Math.max(0, blocking + WINDOW_MS - now);
  }

  /** The next one, which counts as told now. */
  take(now: number): SentEvent | undefined {
    const event = this.#waiting.shift();
    if (event === undefined) return undefined;
    this.#told.push(now);
    if (this.#told.length > EVENTS_PER_SECOND) this.#told.shift();
    return event;
  }
}

function isMinor({ type }: SentEvent): boolean {
  return type === 'live' || type === 'cost';
}

/** Two events as one; undefined when both have to be told. */
function join(earlier: SentEvent, later: SentEvent): SentEvent | undefined {
  if (earlier.type === 'cost' && later.type === 'cost') return later;
  if (earlier.type !== 'live' || later.type !== 'live') return undefined;
  const isSame = earlier.role === later.role && earlier.iteration === later.iteration;
  return isSame ? joinLive(earlier, later) : undefined;
}

function joinLive(earlier: LiveEvent, later: LiveEvent): LiveEvent {
  const pieces = later.pieces.reduce(withPiece, earlier.pieces);
  const dropped = earlier.dropped + later.dropped + Math.max(0, pieces.length - MAX_PIECES);
  const from = earlier.from ?? earlier.seq;
  const line = later.line ?? earlier.line;
  return {
    ...later,
    pieces: pieces.slice(0, MAX_PIECES),
    dropped,
    ...(line !== undefined && { line }),
    ...(from !== undefined && { from }),
  };
}

function withPiece(pieces: readonly Live[], piece: Live): Live[] {
  const last = pieces.at(-1);
  const text = last === undefined ? undefined : joinText(last, piece);
  return text === undefined ? [...pieces, piece] : [...pieces.slice(0, -1), text];
}

function joinText(earlier: Live, later: Live): Live | undefined {
  const isSame = (earlier.kind === 'text' || earlier.kind === 'thought') && earlier.kind === later.kind;
  if (!isSame || earlier.text.length + later.text.length > MAX_PIECE_CHARS) return undefined;
  return { kind: later.kind, text: earlier.text + later.text };
}
