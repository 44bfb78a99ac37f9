import { ChangeLog } from '../changes/change-log.js';
import type { Changes } from '../changes/changes.js';
import type { Clock } from '../clock.js';
import type { LeftText } from './left-texts.js';
import { stampOfDisk, type Tail, wholeTail } from './stored-draft.js';
import type { WindowDrafts } from './window-drafts.js';

/** Milliseconds of typing between two writes to the database. The tail covers them. */
const WRITE_EVERY_MS = 250;
/** The same for a text of more UTF-16 units than this: to write it takes milliseconds, and the tail covers any time. */
const WRITE_LARGE_EVERY_MS = 1000;
const LARGE_TEXT = 256 * 1024;
/** Milliseconds until the next attempt after the browser refused a write. */
const RETRY_AFTER_MS = 5000;
/** Largest tail, in UTF-16 units of insertions, that is written at every key: it takes some microseconds. */
const SMALL_TAIL = 4096;
/** Largest tail that is written when the page goes: `localStorage` has room for five million in all. */
const LARGE_TAIL = 1_000_000;

export interface DraftKeeperOptions {
  readonly drafts: WindowDrafts;
  readonly clock: Clock;
  readonly path: string;
  /** The text as it is now, and the version that it is made of. */
  readonly now: () => { readonly text: string; readonly version: string | null };
  readonly onFailure: (error: unknown) => void;
}

interface Timer {
  /** Unix milliseconds. */
  readonly dueAt: number;
  readonly cancel: () => void;
}

interface Base {
  readonly stamp: string;
  readonly log: ChangeLog;
}

/**
 * Keeps the unsaved text of one document in the browser: the whole of it in the database a little later, and until
 * then what has changed since. While a write is under way, changes are kept for both texts, as either may be the one
 * that is there in the end.
 */
export class DraftKeeper {
  readonly #options: DraftKeeperOptions;
  #bases: readonly Base[] = [];
  #isWriting = false;
  /** One more write was asked for during the present one. */
  #isWanted = false;
  #isStored = false;
  /** Windows whose text this one goes on with; it stays theirs until it is stored here, too. */
  #inherited: readonly string[] = [];
  #timer: Timer | undefined;
  /** Unix milliseconds; until then the browser is left alone. */
  #notBefore = 0;
  #writes = 0;
  #over = false;

  constructor(options: DraftKeeperOptions) {
    this.#options = options;
  }

  /** The name of this window: that of its unsaved text. */
  get window(): string {
    return this.#options.drafts.own;
  }

  /** The text is that of the disk, and nothing of it is kept. */
  begin(version: string | null, length: number): void {
    this.#bases = [{ stamp: stampOfDisk(version), log: new ChangeLog(length) }];
  }

  /** The text was changed by these. */
  handleChanges(changes: Changes): void {
    for (const { log } of this.#bases) log.add(changes);
    const isCovered = this.#writeTails(SMALL_TAIL);
    this.#writeSoon(this.#isStored ? this.#pauseMs(isCovered) : 0);
  }

  /** The unsaved text was replaced as a whole. */
  handleReplaced(): void {
    this.#goOnFrom(wholeTail(this.#options.now()));
  }

  /** The unsaved text is what a window has left: this one, or one that is gone. */
  handleRestored({ window, kept }: Pick<LeftText, 'window' | 'kept'>): void {
    if (window === this.window) this.#goOnFrom(kept);
    else {
      this.#inherited = [...this.#inherited, window];
      this.handleReplaced();
    }
  }

  /** The unsaved text is made of another version now. */
  handleRebased(): void {
    this.#writeSoon(0);
  }

  /**
   * The page may be about to go: writes all that is not in the database yet. Where that has none of it, the whole text
   * is written, too: the file may be another one when the page is back.
   */
  leave(): void {
    if (this.#timer === undefined && this.#bases.every(({ log }) => log.isEmpty)) return;
    const isOnDiskOnly = this.#bases[0]?.stamp.startsWith(stampOfDisk(null)) ?? false;
    if (!this.#writeTails(LARGE_TAIL, isOnDiskOnly ? [wholeTail(this.#options.now())] : []))
      this.#writeTails(LARGE_TAIL);
    this.#stopTimer();
    void this.#write(); // also during another write: there may be no later
  }

  /** The text that another window has left of this file is of no use any more. */
  drop(window: string): void {
    const { drafts, path } = this.#options;
    drafts.remove(path, window).catch(this.#fail);
  }

  /** There is nothing unsaved any more: the text is that of this version. What others have left stays. */
  forget(version: string | null, length: number): void {
    this.#stopTimer();
    this.#isWanted = false;
    this.begin(version, length);
    this.#isStored = false;
    this.drop(this.window);
    this.#dropInherited();
  }

  /** Keeps what is unsaved, and ends. */
  dispose(): void {
    this.leave();
    this.#over = true;
    this.#stopTimer();
  }

  #goOnFrom({ stamp, length, changes }: Tail): void {
    const log = new ChangeLog(length);
    log.add(changes);
    this.#bases = [{ stamp, log }];
    this.#writeSoon(0);
  }

  #pauseMs(isCovered: boolean): number {
    const length = this.#bases.at(-1)?.log.length ?? 0;
    return isCovered && length > LARGE_TEXT ? WRITE_LARGE_EVERY_MS : WRITE_EVERY_MS;
  }

  /** After so many milliseconds, if it is not to be sooner anyway. */
  #writeSoon(ms: number): void {
    const { clock } = this.#options;
    const dueAt = Math.max(clock.now() + ms, this.#notBefore);
    if (this.#over || (this.#timer !== undefined && this.#timer.dueAt <= dueAt)) return;
    this.#stopTimer();
    this.#timer = { dueAt, cancel: clock.after(dueAt - clock.now(), () => this.#writeNow()) };
  }

  #writeNow(): void {
    this.#stopTimer();
    this.#isWanted = this.#isWriting;
    if (this.#isWriting) return;
    this.#isWriting = true;
    void this.#write().finally(() => {
      this.#isWriting = false;
      if (this.#isWanted && !this.#over) this.#writeNow();
    });
  }

  #stopTimer(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  async #write(): Promise<void> {
    const { drafts, clock, path, now } = this.#options;
    const { text, version } = now();
    this.#writes += 1;
    const stamp = `${clock.now()}:${this.#writes}`;
    const written: Base = { stamp, log: new ChangeLog(text.length) };
    this.#bases = [...this.#bases, written];
    this.#isStored = true;
    try {
      await drafts.write(path, { text, version, updatedAt: clock.now(), stamp });
      this.#handleWritten(written);
    } catch (error) {
      this.#bases = this.#bases.filter((base) => base !== written);
      this.#fail(error);
      this.#notBefore = clock.now() + RETRY_AFTER_MS;
      this.#writeSoon(RETRY_AFTER_MS);
    }
  }

  #handleWritten(written: Base): void {
    if (!this.#bases.includes(written)) return; // it was forgotten or replaced meanwhile
    this.#dropInherited();
    this.#bases = this.#bases.slice(this.#bases.indexOf(written));
    if (this.#bases.every(({ log }) => log.isEmpty)) this.#options.drafts.removeTails(this.#options.path);
    else {
      this.#writeTails(SMALL_TAIL);
      this.#writeSoon(this.#pauseMs(true));
    }
  }

  #dropInherited(): void {
    for (const window of this.#inherited) this.drop(window);
    this.#inherited = [];
  }

  /** Whether all is written that is not in the database. */
  #writeTails(most: number, more: readonly Tail[] = []): boolean {
    if (this.#bases.length === 0) return false;
    const { drafts, path } = this.#options;
    const own = this.#bases.map(tailOf).filter((tail) => tail !== undefined);
    const tails = [...own, ...more];
    const size = tails.reduce((sum, { changes }) => sum + sizeOf(changes), 0);
    if (size <= most) drafts.writeTails(path, tails);
    return size <= most && own.length === this.#bases.length;
  }

  #fail = (error: unknown): void => this.#options.onFailure(error);
}

function tailOf({ stamp, log }: Base): Tail | undefined {
  return log.changes && { stamp, length: log.length, changes: log.changes };
}

/** UTF-16 units, roughly: a change without its insertion takes some thirty. */
function sizeOf(changes: Changes): number {
  return changes.reduce((sum, { insert }) => sum + insert.length + 30, 0);
}
