import type { Random } from './random.js';
import type { Practised } from './world/practised.js';
import type { World } from './world/world.js';

interface Strike {
  readonly world: World;
  readonly random: Random;
  /** The session it hits, if it hits only one. */
  readonly victim: Practised;
}

/** Something that breaks around the student, and is repaired again. */
export interface Fault {
  readonly name: string;
  readonly does: string;
  /** What must be true afterwards, beside the invariants. */
  readonly after: string;
  /** It strikes only in one round of three. */
  readonly rare?: boolean;
  /** Nothing breaks, so whatever the student does has to succeed. */
  readonly harmless?: boolean;
  /** The fault has its victim, or all sessions, to itself meanwhile; the student works in the others. */
  readonly occupies?: 'victim' | 'all';
  /** Why it cannot be done on this machine. */
  lacking?(world: World): string | undefined;
  /** Breaks and repairs, while the student goes on. Returns what was not as `after` says. */
  strike(strike: Strike): Promise<readonly string[]>;
}
