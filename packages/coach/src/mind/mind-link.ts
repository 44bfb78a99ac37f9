import type { AnyMind, Mind } from './mind.js';

interface MindSource {
  /** What thinks for the coach, loaded once; undefined where the daemon has none. */
  mind(): Promise<AnyMind | undefined>;
  logFailure(error: unknown, what: string): void;
}

/** The mind as a project has it: loaded when it is first needed, and told nothing before. */
export class MindLink<Workplace, Page> {
  readonly #source: MindSource;
  #loaded: Mind<Workplace, Page, never> | undefined;

  constructor(source: MindSource) {
    this.#source = source;
  }

  /** Undefined where the daemon has none. Rejects if it cannot be loaded. */
  async load(): Promise<Mind<Workplace, Page, never> | undefined> {
    this.#loaded ??= (await this.#source.mind()) as Mind<Workplace, Page, never> | undefined;
    return this.#loaded;
  }

  /** Something has happened: the mind is told if it is there. Nothing of the student's waits for it, or fails by it. */
  tell(news: (mind: Mind<Workplace, Page, never>) => void): void {
    if (this.#loaded === undefined) return;
    try {
      news(this.#loaded);
    } catch (error) {
      this.#source.logFailure(error, 'The coach could not think about what has happened');
    }
  }

  /** As `tell`, and it is loaded for it. */
  wake(news: (mind: Mind<Workplace, Page, never>) => void): void {
    this.load().then(
      () => this.tell(news),
      (error: unknown) => this.#source.logFailure(error, 'What thinks for the coach could not be loaded'),
    );
  }
}
