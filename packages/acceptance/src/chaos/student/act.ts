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
  /** How often it is done, relative to the others. */
  readonly share: number;
  /** It types into the shell, not into whatever else runs. */
  readonly inShell: boolean;
  /** Rejects if it does not have its effect; under a fault, that may happen. */
  act(scene: Scene): Promise<void>;
}
