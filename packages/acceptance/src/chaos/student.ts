import { check, hint, list } from './acts/check.js';
import { save, write } from './acts/files.js';
import { less, vim } from './acts/full-screen.js';
import { paste } from './acts/paste.js';
import { burst, flood } from './acts/print.js';
import { reset } from './acts/reset.js';
import { resize } from './acts/resize.js';
import { say } from './acts/say.js';
import { takeOver, watch } from './acts/tabs.js';
import type { Practised } from './practised.js';
import type { Random } from './random.js';
import { comeToShell } from './shell.js';
import type { World } from './world.js';

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

const ACTS: readonly Act[] = [
  say,
  write,
  save,
  burst,
  flood,
  vim,
  less,
  resize,
  watch,
  takeOver,
  paste,
  check,
  hint,
  list,
  reset,
];

/** What the student does next. */
export function nextAct(random: Random): Act {
  return random.pick(ACTS.flatMap((act) => Array<Act>(act.share).fill(act)));
}

/** Does it. Gives why nothing came of it, or nothing. */
export async function doAct({ act, inShell, name }: Act, scene: Scene): Promise<string | undefined> {
  try {
    if (inShell) await comeToShell(scene.session);
    await act(scene);
    return undefined;
  } catch (error) {
    return `${name} in ${scene.session.exerciseId}: ${error instanceof Error ? error.message : error}`;
  }
}
