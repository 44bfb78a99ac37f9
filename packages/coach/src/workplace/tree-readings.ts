import type { ServerPayload, TreeNode } from '@agent-factory/protocol/coach';

type Update = ServerPayload<'fs:tree_update'>;

/** Somebody who waits for the tree. */
export interface TreeAsker {
  /** `since`: what was told while it was read, the latest of each path. It may be in the tree already, or not. */
  onTree(root: TreeNode, since: readonly Update[]): void;
  onFailure(error: unknown): void;
}

/** Reads the tree for all who ask, one reading at a time: whoever asks while one is under way shares the next. */
export class TreeReadings {
  readonly #read: () => Promise<TreeNode>;
  readonly #since = new Map<string, Update>();
  #waiting: TreeAsker[] = [];
  #isReading = false;

  constructor(read: () => Promise<TreeNode>) {
    this.#read = read;
  }

  /** Answers later: nobody has to wait for a large project. */
  ask(asker: TreeAsker): void {
    this.#waiting.push(asker);
    if (!this.#isReading) void this.#answerAll();
  }

  /** This was told. A reading under way may have been there before it happened. */
  note(update: Update): void {
    if (!this.#isReading || update.action === 'change') return;
    this.#since.delete(update.path);
    this.#since.set(update.path, update);
  }

  async #answerAll(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length > 0) {
      const askers = this.#waiting;
      this.#waiting = [];
      this.#since.clear();
      await this.#read().then(
        (root) => this.#tell(askers, root),
        (error: unknown) => {
          for (const asker of askers) asker.onFailure(error);
        },
      );
    }
    this.#isReading = false;
    this.#since.clear();
  }

  #tell(askers: readonly TreeAsker[], root: TreeNode): void {
    const since = [...this.#since.values()];
    for (const asker of askers) asker.onTree(root, since);
  }
}
