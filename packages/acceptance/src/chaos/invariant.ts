import type { World } from './world/world.js';

/** Something that holds whenever a fault has been lifted. */
export interface Invariant {
  readonly name: string;
  /** The sentence that is true if it holds. */
  readonly holds: string;
  /** Names of the invariants without which this one cannot hold, and would only repeat them. */
  readonly needs?: readonly string[];
  /** What is wrong, in words for a person; empty if it holds. It waits, for a limited time, for what takes a moment. */
  check(world: World): Promise<readonly string[]>;
}
