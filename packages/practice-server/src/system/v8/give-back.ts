import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { malloc } from '../libc.js';
import { setV8Flag } from './flags.js';

/** Off again after the collection: they would make each one of them slow. */
const THOROUGH = ['stress-flush-code', 'compact-on-every-full-gc'] as const;

/** From glibc's malloc.h: how much free memory at the end of a thread's own is kept for its next need. */
const M_TRIM_THRESHOLD = -1;
const KEPT_BYTES = 4_000_000;
/** By then, V8's threads have freed the buffers that a collection has found unused. */
const FREED_MS = 200;

/**
 * Gives back to the system all memory that the program can do without: garbage, with the gaps it leaves; the compiled
 * form of every function that does not run now, which is made again from its text when it is called; and what malloc
 * keeps for later, which V8's threads have most of. Nothing else happens meanwhile for some 30 ms, and the first request
 * after it takes some 20 ms longer. Resolves when all is given back.
 */
export async function giveBack(): Promise<void> {
  malloc()?.mallopt(M_TRIM_THRESHOLD, 0);
  try {
    for (const flag of THOROUGH) setV8Flag(flag, true);
    collectGarbage();
  } finally {
    for (const flag of THOROUGH) setV8Flag(flag, false);
  }
  await pause(FREED_MS, undefined, { ref: false });
  malloc()?.malloc_trim(0);
  malloc()?.mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
}

function collectGarbage(): void {
  // Only contexts that are made after the flag was set have the function.
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
