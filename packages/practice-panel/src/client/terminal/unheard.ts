/** The most that is kept, in bytes and characters: many screens. */
const MOST = 1024 * 1024;
/** How long somebody may take to come, in milliseconds: as long as the daemon waits for a page that has not said its size. */
const WITHIN_MS = 10_000;
/**
 * The same from what was heard first. tmux asks a new terminal what it is, and takes an answer for keys that comes after
 * five seconds (TTY_QUERY_TIMEOUT in its tty.c): the program would be typed to.
 */
const HEARD_WITHIN_MS = 3000;

/** What a socket has heard while nobody listened yet: not much, and not for long, as the session is shown to nobody meanwhile. */
export class Unheard {
  readonly #messages: unknown[] = [];
  readonly #onNobody: () => void;
  #timer: ReturnType<typeof setTimeout>;
  /** When the first was heard, by `performance.now()`. */
  #heardAt: number | undefined;
  #size = 0;

  /** `onNobody` is called when nobody has come in time, or what was heard is too much. */
  constructor(onNobody: () => void) {
    this.#onNobody = onNobody;
    this.#timer = setTimeout(onNobody, WITHIN_MS);
  }

  /** It is too late for whoever comes now, also where the browser calls the timers of a hidden page a minute late. */
  get isStale(): boolean {
    return this.#heardAt !== undefined && performance.now() - this.#heardAt >= HEARD_WITHIN_MS;
  }

  keep(data: unknown): void {
    if (this.#heardAt === undefined) {
      this.#heardAt = performance.now();
      this.settle();
      this.#timer = setTimeout(this.#onNobody, HEARD_WITHIN_MS);
    }
    this.#messages.push(data);
    this.#size += sizeOf(data);
    if (this.#size > MOST) this.#onNobody();
  }

  /** Waits for ever: nothing more comes, and it costs nobody anything. */
  settle(): void {
    clearTimeout(this.#timer);
  }

  /** Somebody listens now. Returns what they have missed, in its order. */
  take(): readonly unknown[] {
    this.settle();
    return this.#messages;
  }
}

function sizeOf(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof ArrayBuffer ? data.byteLength : 0;
}
