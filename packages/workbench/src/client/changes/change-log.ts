import { MAX_CHANGES } from '@agent-factory/protocol/coach';
import { type Changes, composed } from './changes.js';

/** All changes since a text of this length, as one list; undefined once there are too many to be worth it. */
export class ChangeLog {
  readonly length: number;
  #changes: Changes | undefined = [];

  constructor(length: number) {
    this.length = length;
  }

  get changes(): Changes | undefined {
    return this.#changes;
  }

  get isEmpty(): boolean {
    return this.#changes?.length === 0;
  }

  add(changes: Changes): void {
    if (this.#changes === undefined) return;
    const all = composed(this.#changes, changes);
    this.#changes = all.length > MAX_CHANGES ? undefined : all;
  }
}
