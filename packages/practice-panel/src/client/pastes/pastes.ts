import { type ClientFrame, MAX_PASTE_BYTES, type ServerFrame } from '@agent-factory/protocol';
import { askBeforeLeaving } from '../browser/page.js';
import { Emitter } from '../store/emitter.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { PIECE_UNITS, pastePieces } from './paste-text.js';

/** A paste under way. `totalBytes` is 0 while the bytes are still being counted. */
export type PasteState =
  | { readonly status: 'none' }
  | { readonly status: 'under_way'; readonly sentBytes: number; readonly totalBytes: number };

/** Why a paste did not reach the program. No part of it did. */
export type PasteProblem = 'too_large' | 'another_under_way' | 'failed' | 'not_connected';

/** The line that carries a paste. */
export interface PasteLine {
  /** Whether what is typed reaches the program now. */
  isOpen(): boolean;
  send(frame: ClientFrame): void;
  sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean;
  readonly bufferedBytes: number;
}

/** Bytes that may wait for the network: beside the text itself, the tab holds no more of a paste than this. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** How long to wait before looking at the network's queue again, in milliseconds: no event reports it. */
const LOOK_EVERY_MS = 10;
/** Longest uninterrupted work in milliseconds: half a frame. */
const TURN_MS = 8;
/** Keys typed during a paste wait behind it, up to this many bytes. */
const MAX_HELD_BYTES = 64 * 1024;

const NONE: PasteState = { status: 'none' };

/**
 * The pastes of one terminal, one at a time. A small paste goes out in the same turn. A large one goes out
 * in pieces, so that the page stays responsive; what is typed meanwhile follows it.
 */
export class Pastes {
  readonly problems = new Emitter<PasteProblem>();
  readonly #line: PasteLine;
  readonly #store = createStore((_: PasteState, next: PasteState) => next, NONE);
  #generation = 0;
  /** Pastes announced to the daemon and not yet answered; the last of them may still be going out. */
  #unanswered = 0;
  /** What was typed while a paste is going out; undefined when none is. */
  #held: Uint8Array<ArrayBuffer>[] | undefined;
  #announced = false;
  #stopAsking: Unsubscribe | undefined;

  constructor(line: PasteLine) {
    this.#line = line;
  }

  getSnapshot = (): PasteState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  start(text: string): void {
    const problem = this.#problemWith(text);
    if (problem !== undefined) {
      this.problems.emit(problem);
      return;
    }
    this.#stopAsking ??= askBeforeLeaving();
    if (text.length <= PIECE_UNITS) this.#sendAtOnce([...pastePieces(text)]);
    else void this.#sendInTurns(text);
  }

  /** Cancels the paste. One that the daemon already has in full is pasted nevertheless. */
  cancel(): void {
    this.#stopSending();
    this.#settle();
  }

  /** Holds what is typed while a paste is going out. `free`: none is, and the keys can be sent at once. */
  hold(bytes: Uint8Array<ArrayBuffer>): 'held' | 'full' | 'free' {
    if (this.#held === undefined) return 'free';
    const heldBytes = this.#held.reduce((sum, { length }) => sum + length, 0);
    if (heldBytes + bytes.length > MAX_HELD_BYTES) return 'full';
    this.#held.push(bytes);
    return 'held';
  }

  handleFrame(frame: ServerFrame): void {
    const failed = frame.type === 'error' && frame.code === 'paste_failed';
    if (this.#unanswered === 0 || !(failed || frame.type === 'pasted')) return;
    // Answers come in order: the one that is still going out is the last.
    if (failed && this.#announced && this.#unanswered === 1) this.#stopSending();
    else this.#unanswered -= 1;
    this.#settle();
    if (failed) this.problems.emit('failed');
  }

  /** The line is gone, or no longer ours. */
  handleLineLost(): void {
    if (this.getSnapshot().status === 'none') return;
    this.#stopSending();
    this.#unanswered = 0;
    this.#settle();
    this.problems.emit('not_connected');
  }

  #problemWith(text: string): PasteProblem | undefined {
    if (this.#held !== undefined) return 'another_under_way';
    if (!this.#line.isOpen()) return 'not_connected';
    return text.length > MAX_PASTE_BYTES ? 'too_large' : undefined;
  }

  #sendAtOnce(pieces: readonly Uint8Array<ArrayBuffer>[]): void {
    const totalBytes = pieces.reduce((sum, { length }) => sum + length, 0);
    if (totalBytes > 0) {
      this.#announce(totalBytes);
      for (const piece of pieces) this.#line.sendBytes(piece);
      this.#store.dispatch({ status: 'under_way', sentBytes: totalBytes, totalBytes });
    }
    this.#settle();
  }

  async #sendInTurns(text: string): Promise<void> {
    const generation = ++this.#generation;
    this.#held = [];
    this.#store.dispatch({ status: 'under_way', sentBytes: 0, totalBytes: 0 });
    const totalBytes = await this.#count(text, generation);
    if (generation !== this.#generation) return;
    if (totalBytes > 0 && totalBytes <= MAX_PASTE_BYTES) await this.#sendPieces(text, totalBytes, generation);
    if (generation !== this.#generation) return;
    this.#release();
    this.#settle();
    if (totalBytes > MAX_PASTE_BYTES) this.problems.emit('too_large');
  }

  async #count(text: string, generation: number): Promise<number> {
    const turns = new Turns();
    let total = 0;
    for (const { length } of pastePieces(text)) {
      total += length;
      await turns.next();
      if (generation !== this.#generation) return 0;
    }
    return total;
  }

  async #sendPieces(text: string, totalBytes: number, generation: number): Promise<void> {
    const turns = new Turns();
    let sentBytes = 0;
    this.#announce(totalBytes);
    this.#announced = true;
    for (const piece of pastePieces(text)) {
      while (this.#line.bufferedBytes > MAX_BUFFERED_BYTES) await sleep(LOOK_EVERY_MS);
      await turns.next();
      if (generation !== this.#generation) return;
      this.#line.sendBytes(piece);
      sentBytes += piece.length;
      this.#store.dispatch({ status: 'under_way', sentBytes, totalBytes });
    }
  }

  #announce(bytes: number): void {
    this.#unanswered += 1;
    this.#line.send({ type: 'paste', bytes });
  }

  /** Gives up the paste that is going out, if any. */
  #stopSending(): void {
    this.#generation += 1;
    if (this.#announced) {
      this.#unanswered -= 1;
      this.#line.send({ type: 'paste_cancel' });
    }
    this.#release();
  }

  /** Nothing more of the paste will be sent: what was typed meanwhile follows. */
  #release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#announced = false;
    for (const bytes of held) this.#line.sendBytes(bytes);
  }

  #settle(): void {
    if (this.#held !== undefined || this.#unanswered > 0) return;
    this.#stopAsking?.();
    this.#stopAsking = undefined;
    this.#store.dispatch(NONE);
  }
}

/** Gives the page its turn in the middle of long work. */
class Turns {
  #began = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.#began < TURN_MS) return;
    await sleep(0);
    this.#began = performance.now();
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
