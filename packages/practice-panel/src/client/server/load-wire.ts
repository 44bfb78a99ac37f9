import type * as Wire from './wire.js';

/** What was loaded, for as long as the page lives: later requests leave without a detour. */
let loaded: typeof Wire | undefined;

/**
 * Loads what reads answers. A lesson that is only read has none to read, so this waits until there is one.
 * Rejects if it does not arrive; the next call tries again.
 */
export async function loadWire(): Promise<typeof Wire> {
  loaded ??= await import('./wire.js');
  return loaded;
}

/** Begins to load while the student is still moving to what needs it. */
export function preloadWire(): void {
  loadWire().catch(() => {}); // whoever needs it loads it again and says what failed
}
