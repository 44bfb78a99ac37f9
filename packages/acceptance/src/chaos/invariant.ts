import type { World } from './world/world.js';

/** Something that holds whenever a fault has been lifted. */
export interface Invariant {
  readonly name: string;
  /** The sentence that is true where it holds. */
  readonly holds: string;
  /** Names of those without which it cannot hold, and would only say so again. */
  readonly needs?: readonly string[];
  /** What is not so, in words for a person; empty where it holds. It waits, bounded, for what takes a moment. */
  check(world: World): Promise<readonly string[]>;
}
