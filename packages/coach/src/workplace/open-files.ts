import { MAX_OPEN_FILES } from '@agent-factory/protocol/coach';

/** The files that are open in the editor, whoever opened them; the one that was opened last comes last. */
export class OpenFiles {
  readonly #paths = new Set<string>();

  get paths(): string[] {
    return [...this.#paths];
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Beyond so many, the oldest is no longer counted as open. */
  add(path: string): void {
    this.#paths.add(path);
    const [oldest] = this.#paths;
    if (this.#paths.size > MAX_OPEN_FILES && oldest !== undefined) this.#paths.delete(oldest);
  }

  remove(path: string): void {
    this.#paths.delete(path);
  }

  clear(): void {
    this.#paths.clear();
  }
}
