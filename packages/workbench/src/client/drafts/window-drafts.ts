import { randomName } from '../browser/random-name.js';
import type { BrowserWindow } from '../browser/window.js';
import type { Clock } from '../clock.js';
import type { Drafts } from './drafts.js';
import { type DraftKey, lastUpdate, type Remains, type StoredDraft, type Tail } from './stored-draft.js';

/** Where a window remembers its name. */
const NAME_KEY = 'practice:window';
/** Milliseconds in which a page that is loaded again has let go of the window's name. A copy of a window never does. */
const WAIT_FOR_NAME_MS = 1000;
/** Milliseconds without a write after which a window counts as gone where the browser cannot tell: they come in less. */
export const GONE_AFTER_MS = 10_000;

export interface WindowDraftsOptions {
  readonly drafts: Drafts;
  readonly project: string;
  readonly clock: Clock;
  readonly window: BrowserWindow;
}

/** What a window has left of one file. */
export interface RemainsOfWindow extends Remains {
  readonly window: string;
}

/**
 * The unsaved text of one project, as one window of the browser has it: its own, and that of windows that are gone,
 * which no other window takes as long as this one is there. A window that is there keeps its own for itself.
 */
export class WindowDrafts {
  readonly #options: WindowDraftsOptions;
  #name: string;
  /** Windows that are gone, and whose text is here now. */
  readonly #taken = new Set<string>();
  #isNamed = false;
  #begun: Promise<void> | undefined;
  #isOver = false;
  readonly #releases: (() => void)[] = [];
  readonly #writes = new Set<Promise<void>>();

  constructor(options: WindowDraftsOptions) {
    this.#options = options;
    this.#name = nameIn(options.window) ?? giveName(options.window);
  }

  /** Its name. Settled once anything has been read. */
  get own(): string {
    return this.#name;
  }

  /** Of one file, that of this window first. */
  async read(path: string): Promise<readonly RemainsOfWindow[]> {
    await this.#begin();
    const { drafts } = this.#options;
    const of = async (window: string) => ({ ...(await drafts.read(this.#keyOf(path, window))), window });
    return Promise.all([this.#name, ...this.#taken].map(of));
  }

  /** The files that have some. */
  async paths(): Promise<string[]> {
    await this.#begin();
    const keys = await this.#options.drafts.keys(this.#options.project);
    const here = keys.filter(({ window }) => window === this.#name || this.#taken.has(window));
    return [...new Set(here.map(({ path }) => path))];
  }

  write(path: string, draft: Omit<StoredDraft, keyof DraftKey>): Promise<void> {
    const writing = this.#options.drafts.write({ ...draft, ...this.#keyOf(path) });
    this.#writes.add(writing);
    return writing.finally(() => this.#writes.delete(writing));
  }

  /** Without waiting for the database. */
  writeTails(path: string, tails: readonly Tail[]): void {
    const { drafts, clock } = this.#options;
    const updatedAt = clock.now();
    drafts.tails.write(
      this.#keyOf(path),
      tails.map((tail) => ({ ...tail, updatedAt })),
    );
  }

  removeTails(path: string): void {
    this.#options.drafts.tails.remove(this.#keyOf(path));
  }

  /** By default what this window has of the file. */
  remove(path: string, window?: string): Promise<void> {
    return this.#options.drafts.remove(this.#keyOf(path, window));
  }

  /** Leaves all to the next window, once what was written is there. */
  dispose(): void {
    this.#isOver = true;
    void Promise.allSettled(this.#writes).then(() => {
      for (const release of this.#releases.splice(0)) release();
    });
  }

  #keyOf(path: string, window = this.#name): DraftKey {
    return { project: this.#options.project, path, window };
  }

  #begin(): Promise<void> {
    this.#begun ??= this.#takeOver().catch((error: unknown) => {
      this.#begun = undefined; // the next use tries again
      throw error;
    });
    return this.#begun;
  }

  async #takeOver(): Promise<void> {
    await this.#holdName();
    const keys = await this.#options.drafts.keys(this.#options.project);
    const others = new Set(keys.map(({ window }) => window));
    for (const window of others) {
      const isNew = window !== this.#name && !this.#taken.has(window);
      const left = keys.filter((key) => key.window === window);
      if (isNew && (await this.#take(window, left))) this.#taken.add(window);
    }
  }

  async #holdName(): Promise<void> {
    const { window } = this.#options;
    if (window.claims === undefined || this.#isNamed) return;
    this.#isNamed = await this.#hold(this.#name, WAIT_FOR_NAME_MS);
    if (this.#isNamed) return;
    this.#name = giveName(window); // that of the window this one is a copy of
    this.#isNamed = await this.#hold(this.#name, 0);
  }

  /** False if that window is there, or if another one has its text. */
  #take(window: string, left: readonly DraftKey[]): Promise<boolean> {
    return this.#options.window.claims === undefined ? this.#areOld(left) : this.#hold(window, 0);
  }

  async #hold(window: string, waitMs: number): Promise<boolean> {
    const { window: here, project } = this.#options;
    const release = await here.claims?.claim(`practice:drafts:${project}:${window}`, waitMs);
    if (release !== undefined) this.#releases.push(release);
    if (this.#isOver) this.dispose();
    return release !== undefined;
  }

  async #areOld(left: readonly DraftKey[]): Promise<boolean> {
    const { drafts, clock } = this.#options;
    const remains = await Promise.all(left.map((key) => drafts.read(key)));
    return remains.every((each) => clock.now() - lastUpdate(each) > GONE_AFTER_MS);
  }
}

function nameIn({ session }: BrowserWindow): string | undefined {
  try {
    return session?.getItem(NAME_KEY) ?? undefined;
  } catch {
    return undefined; // blocked
  }
}

/** Gives the window a name. Where it cannot be remembered, a page that is loaded again counts as another window. */
function giveName({ session }: BrowserWindow): string {
  const name = randomName();
  try {
    session?.setItem(NAME_KEY, name);
  } catch {
    // Full or blocked: see above.
  }
  return name;
}
