import { type CoachMessage, type Glow, MAX_POINTERS, type Mark, type Pointers } from '@agent-factory/protocol/coach';

/** What the agent points at just now. Of each kind so many are kept; then the oldest go. */
export class PointerBoard {
  #marks: readonly Mark[] = [];
  #glows: readonly Glow[] = [];
  #messages: readonly CoachMessage[] = [];

  get now(): Pointers {
    return { marks: [...this.#marks], glows: [...this.#glows], messages: [...this.#messages] };
  }

  mark(mark: Mark): void {
    this.#marks = latest([...this.#marks, mark]);
  }

  /** Of one file, or of all. */
  clearMarks(path?: string): void {
    this.#marks = path === undefined ? [] : this.#marks.filter((mark) => mark.path !== path);
  }

  /** A file glows in one way: the last that was said of it. */
  glow(glows: readonly Glow[]): void {
    const paths = new Set(glows.map(({ path }) => path));
    this.#glows = latest([...this.#glows.filter(({ path }) => !paths.has(path)), ...glows]);
  }

  clearGlows(): void {
    this.#glows = [];
  }

  say(message: CoachMessage): void {
    this.#messages = latest([...this.#messages, message]);
  }

  clear(): void {
    this.clearMarks();
    this.clearGlows();
    this.#messages = [];
  }
}

function latest<T>(list: readonly T[]): readonly T[] {
  return list.slice(-MAX_POINTERS);
}
