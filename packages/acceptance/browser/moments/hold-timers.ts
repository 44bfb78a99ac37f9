import type { Page } from '@playwright/test';

/**
 * From now on, the page's timers of this many milliseconds or more wait, so that what passes by itself can be looked
 * at for as long as it takes. Returns how to let those run that still wait.
 */
export async function holdTimers(page: Page, fromMs: number): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle((least) => {
    const real = { setTimeout: window.setTimeout.bind(window), clearTimeout: window.clearTimeout.bind(window) };
    const waiting = new Map<number | undefined, () => void>();
    const hold = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
      if (ms < least) return real.setTimeout(callback, ms, ...args);
      // A number that no other timer has.
      const id = real.setTimeout(() => undefined, 2 ** 31 - 1);
      waiting.set(id, () => callback(...args));
      return id;
    };
    const clear = (id?: number) => {
      waiting.delete(id);
      real.clearTimeout(id);
    };
    Object.assign(window, { setTimeout: hold, clearTimeout: clear });
    return () => {
      Object.assign(window, real);
      for (const run of waiting.values()) run();
    };
  }, fromMs);
  return () => held.evaluate((release) => release());
}
