import type { Random } from './random.js';
import type { Practised } from './world/practised.js';
import type { World } from './world/world.js';

interface Strike {
  readonly world: World;
  readonly random: Random;
  /** Whom it hits, where it hits one session alone. */
  readonly victim: Practised;
}

/** Something that breaks around the student, and is mended again. */
export interface Fault {
  readonly name: string;
  readonly does: string;
  /** What must be so afterwards, beside what always must. */
  readonly after: string;
  /** In one round of three. */
  readonly rare?: boolean;
  /** Nothing breaks, so whatever the student does has to succeed. */
  readonly harmless?: boolean;
  /** Its victim, or all of them, belong to the fault meanwhile; the student works in the others. */
  readonly occupies?: 'victim' | 'all';
  /** Why it cannot be done on this machine. */
  lacking?(world: World): string | undefined;
  /** Breaks and mends, while the student goes on. Gives what was not as `after` says. */
  strike(strike: Strike): Promise<readonly string[]>;
}
