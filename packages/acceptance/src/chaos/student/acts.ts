import type { Random } from '../random.js';
import type { Act, Scene } from './act.js';
import { check, hint, list } from './acts/check.js';
import { save, write } from './acts/files.js';
import { less, vim } from './acts/full-screen.js';
import { paste } from './acts/paste.js';
import { burst, flood } from './acts/print.js';
import { reset } from './acts/reset.js';
import { resize } from './acts/resize.js';
import { say } from './acts/say.js';
import { takeOver, watch } from './acts/tabs.js';
import { comeToShell } from './shell.js';

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

/** Does it. Returns the reason if it had no effect. */
export async function doAct({ act, inShell, name }: Act, scene: Scene): Promise<string | undefined> {
  try {
    if (inShell) await comeToShell(scene.session);
    await act(scene);
    return undefined;
  } catch (error) {
    return `${name} in ${scene.session.exerciseId}: ${error instanceof Error ? error.message : error}`;
  }
}
