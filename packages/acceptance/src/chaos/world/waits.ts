/** Everyone who waits for something, to be notified when something has come. */
export class Waits {
  readonly #describe: () => string;
  readonly #looks = new Set<() => void>();
  readonly #fails = new Set<(reason: string) => void>();

  /** `describe` says how things are, for whoever waits in vain. */
  constructor(describe: () => string) {
    this.#describe = describe;
  }

  /** Resolves when this holds. Rejects after `withinMs`, or when it is given up. */
  until(holds: () => boolean, what: string, withinMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.#looks.delete(look);
        this.#fails.delete(fail);
      };
      const look = (): void => {
        if (!holds()) return;
        settle();
        resolve();
      };
      const fail = (reason: string): void => {
        settle();
        reject(new Error(`${what} did not come ${reason}; ${this.#describe()}`));
      };
      const timer = setTimeout(() => fail(`within ${withinMs} ms`), withinMs);
      this.#looks.add(look);
      this.#fails.add(fail);
      look();
    });
  }

  /** Something has come: everybody looks. */
  look(): void {
    for (const look of [...this.#looks]) look();
  }

  giveUp(): void {
    for (const fail of [...this.#fails]) fail('before it was given up');
  }
}
