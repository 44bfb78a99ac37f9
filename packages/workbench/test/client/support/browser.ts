import type { Claims, Release } from '../../../src/client/browser/claims.js';
import type { Page } from '../../../src/client/browser/page.js';
import type { TextStorage } from '../../../src/client/drafts/tails.js';
import { Emitter } from '../../../src/client/store/emitter.js';

/** A page that goes and comes back when a test says so. */
export class TestPage implements Page {
  readonly left = new Emitter<void>();
  readonly returned = new Emitter<void>();
  readonly #active = new Set<object>();

  /** How many listeners have not been taken back. */
  get listeners(): number {
    return this.#active.size;
  }

  size() {
    return { width: 1440, height: 900 };
  }

  onLeave(listener: () => void) {
    return this.#on(this.left, listener);
  }

  onReturn(listener: () => void) {
    return this.#on(this.returned, listener);
  }

  #on(emitter: Emitter<void>, listener: () => void) {
    const stop = emitter.on(listener);
    this.#active.add(stop);
    return () => {
      stop();
      this.#active.delete(stop);
    };
  }
}

/** `localStorage` with room for so many UTF-16 units. */
export class TestStorage implements TextStorage {
  readonly #values = new Map<string, string>();
  room = Number.POSITIVE_INFINITY;

  get length(): number {
    return this.#values.size;
  }

  key(index: number): string | null {
    return [...this.#values.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (key.length + value.length > this.room) throw new DOMException('no room', 'QuotaExceededError');
    this.#values.set(key, value);
  }

  removeItem(key: string): void {
    this.#values.delete(key);
  }
}

/** What pages of one browser hold. A name that is held stays so however long somebody waits. */
export class TestClaims {
  readonly #holders = new Map<string, object>();

  /** Those of one page, and what happens to them when it is gone. */
  ofPage(): Claims & { readonly letGo: () => void } {
    const page = {};
    return {
      claim: async (name) => this.#claim(name, page),
      letGo: () => {
        for (const [name, holder] of this.#holders) if (holder === page) this.#holders.delete(name);
      },
    };
  }

  #claim(name: string, page: object): Release | undefined {
    if (this.#holders.has(name)) return undefined;
    this.#holders.set(name, page);
    return () => this.#holders.delete(name);
  }
}
