import type { GridSize } from '@agent-factory/protocol';
import {
  MAX_RECORDING_BYTES,
  type Recording,
  type RecordingEnd,
  type RecordingId,
} from '@agent-factory/protocol/recordings';
import type { Listener } from '../tmux/clients.js';
import type { Snapshot } from '../tmux/control/snapshot.js';
import { type Beginning, beginningLines, type EventCode, EventLines } from './cast/cast-lines.js';
import { PrintedText } from './cast/printed-text.js';
import { redraw } from './cast/redraw.js';
import type { CastFile } from './files/cast-file.js';
import { HeldPieces, type Stream } from './secrets/held-pieces.js';

/** Least time between two drawings of the whole screen in milliseconds: the edge of a window is dragged for seconds. */
const REDRAW_EVERY_MS = 100;

const STREAMS: Readonly<Record<EventCode, Stream | undefined>> = { o: 'printed', i: 'typed', r: undefined };

export interface RecorderOptions extends Omit<Beginning, 'size'> {
  readonly id: RecordingId;
  readonly file: CastFile;
  readonly secrets: readonly string[];
  /** Bytes that all recordings together may still grow by. */
  readonly room: () => number;
  /** It has ended by itself. */
  readonly onEnd: (endedBy: RecordingEnd) => void;
}

/** One recording that goes on: what a session prints, from a first drawing of its screen, and perhaps what is typed. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #lines = new EventLines();
  readonly #pieces: HeldPieces;
  readonly #printed = new PrintedText();
  readonly #typed = new PrintedText();
  readonly #beganAt = performance.now();
  #size: GridSize | undefined;
  #paneId = '';
  #redrawTimer: NodeJS.Timeout | undefined;
  #redrawnAt = Number.NEGATIVE_INFINITY;
  /** An event was left out, and so is everything after it. */
  #isFull = false;
  #isOver = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#pieces = new HeldPieces(options.secrets);
  }

  get withInput(): boolean {
    return this.#options.withInput;
  }

  get bytes(): number {
    return this.#options.file.bytes;
  }

  /** Begins with what is on the screen; what was printed before that is in it. */
  begin(snapshot: Snapshot): void {
    const { cols, rows, paneId } = snapshot;
    this.#size = { cols, rows };
    this.#paneId = paneId;
    this.#options.file.add(beginningLines({ ...this.#options, size: this.#size }));
    this.#draw(snapshot);
  }

  handleOutput(paneId: string, bytes: Buffer): void {
    if (this.#size === undefined) this.#printed.skip(bytes);
    else if (paneId === this.#paneId) this.#add('o', this.#printed.add(bytes));
  }

  handleInput(bytes: Buffer): void {
    if (this.#options.withInput && this.#size !== undefined) this.#add('i', this.#typed.add(bytes));
  }

  /**
   * The pane may have another size: the terminal of a player would lay out its lines in its own way, and so is shown
   * how tmux has done it.
   */
  handleLayout(listener: Listener): void {
    if (this.#size === undefined || this.#redrawTimer !== undefined) return;
    const wait = Math.max(0, this.#redrawnAt + REDRAW_EVERY_MS - performance.now());
    this.#redrawTimer = setTimeout(() => this.settleLayout(listener), wait);
  }

  /** Asks at once for the drawing that a new size may need, if it waits for its turn. */
  settleLayout(listener: Listener): void {
    if (this.#redrawTimer === undefined) return;
    clearTimeout(this.#redrawTimer);
    this.#redrawTimer = undefined;
    this.#redrawnAt = performance.now();
    listener.snapshot(this.#paneId, (snapshot) => snapshot && this.#handleSnapshot(snapshot));
  }

  /** Completes the file. What is heard afterwards is not recorded. Safe to call twice. */
  async end(endedBy: RecordingEnd): Promise<void> {
    if (this.#isOver) return;
    const durationMs = Math.round(this.#elapsedMs());
    this.#add('o', this.#printed.end());
    this.#pieces.end();
    this.#isOver = true;
    clearTimeout(this.#redrawTimer);
    await this.#options.file.close({ durationMs, endedBy });
  }

  /** As it is listed while it goes on. */
  describe(): Recording {
    const { id, exerciseId, agent, withInput, startedAt } = this.#options;
    const { cols, rows } = this.#size ?? { cols: 0, rows: 0 };
    return {
      ...{ id, exerciseId, agent, withInput, cols, rows },
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(this.#elapsedMs()),
      bytes: this.bytes,
      recording: true,
      truncated: false,
    };
  }

  #handleSnapshot(snapshot: Snapshot): void {
    const { cols, rows } = snapshot;
    if (this.#isOver || (cols === this.#size?.cols && rows === this.#size.rows)) return;
    this.#size = { cols, rows };
    this.#add('r', `${cols}x${rows}`);
    this.#draw(snapshot);
  }

  #draw(snapshot: Snapshot): void {
    this.#add('o', redraw(snapshot) + this.#printed.addText(snapshot.pending));
  }

  #add(code: EventCode, text: string): void {
    if (this.#isOver || text === '') return;
    const atMs = this.#elapsedMs();
    this.#pieces.add(text, STREAMS[code], (masked) => this.#write(this.#lines.next(atMs, code, masked)));
  }

  #write(line: string): void {
    if (this.#isFull) return;
    const { file, room, onEnd } = this.#options;
    const bytes = Buffer.byteLength(line);
    const isTooLarge = file.bytes + bytes > MAX_RECORDING_BYTES;
    this.#isFull = isTooLarge || bytes > room();
    if (!this.#isFull) file.add(line);
    else onEnd(isTooLarge ? 'size_limit' : 'total_limit');
  }

  #elapsedMs(): number {
    return performance.now() - this.#beganAt;
  }
}
