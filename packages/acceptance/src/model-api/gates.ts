interface Gate {
  reached: PromiseWithResolvers;
  released: PromiseWithResolvers;
}

interface PromiseWithResolvers {
  promise: Promise<void>;
  resolve: () => void;
}

/** Named places at which an answer waits, so that a test can look at a screen that is half drawn. */
export class Gates {
  readonly #gates = new Map<string, Gate>();

  /** Called by the answer: announces that it is here, and waits until it may go on. */
  async pass(name: string): Promise<void> {
    const gate = this.#gate(name);
    gate.reached.resolve();
    await gate.released.promise;
  }

  /** Resolves as soon as an answer waits at the gate. */
  reached(name: string): Promise<void> {
    return this.#gate(name).reached.promise;
  }

  /** Lets the answer go on, now or whenever it arrives. */
  release(name: string): void {
    this.#gate(name).released.resolve();
  }

  releaseAll(): void {
    for (const gate of this.#gates.values()) gate.released.resolve();
  }

  #gate(name: string): Gate {
    const known = this.#gates.get(name);
    if (known) return known;
    const gate = { reached: withResolvers(), released: withResolvers() };
    this.#gates.set(name, gate);
    return gate;
  }
}

function withResolvers(): PromiseWithResolvers {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
