import type { Random } from '../random.js';
import type { Practised } from '../world/practised.js';
import type { World } from '../world/world.js';

export interface Scene {
  readonly world: World;
  readonly session: Practised;
  readonly random: Random;
}

/** Something a student does in a session. */
export interface Act {
  readonly name: string;
  /** How often it is done, beside the others. */
  readonly share: number;
  /** It types into the shell, and not to whatever else runs. */
  readonly inShell: boolean;
  /** Rejects where what should come of it does not; under a fault, that may be. */
  act(scene: Scene): Promise<void>;
}
