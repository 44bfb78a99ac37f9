/** Random numbers that repeat: the same seed gives the same ones, in the same order. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Separate random numbers for a part of the whole, whatever the other parts have drawn. */
  static of(seed: number, part: number): Random {
    return new Random(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(part + 1, 0xc2b2ae35));
  }

  /** From 0 to below 1: mulberry32, about the smallest generator that passes for random. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Throws if there is nothing to pick. */
  pick<T>(items: readonly T[]): T {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const left = [...items];
    return items.map(() => left.splice(this.between(0, left.length - 1), 1)[0] as T);
  }

  /** Letters that nothing else on a screen has in this order. */
  word(length = 8): string {
    return Array.from({ length }, () => 'bcdfghjklmnpqrstvwxz'[this.between(0, 19)]).join('');
  }
}
