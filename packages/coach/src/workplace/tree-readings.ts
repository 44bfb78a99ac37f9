import type { TreeNode } from '@agent-factory/protocol/coach';

/** Somebody who waits for the tree. */
export interface TreeAsker {
  onTree(root: TreeNode): void;
  onFailure(error: unknown): void;
}

/** Reads the tree for all who ask, one reading at a time: whoever asks while one is under way shares the next. */
export class TreeReadings {
  readonly #read: () => Promise<TreeNode>;
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

  async #answerAll(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length > 0) {
      const askers = this.#waiting;
      this.#waiting = [];
      await this.#read().then(
        (root) => {
          for (const asker of askers) asker.onTree(root);
        },
        (error: unknown) => {
          for (const asker of askers) asker.onFailure(error);
        },
      );
    }
    this.#isReading = false;
  }
}
