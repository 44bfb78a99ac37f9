import type * as View from '../terminal/view.js';

/**
 * Loads xterm and its add-ons: only in a browser, which they touch as they load, and only when a
 * terminal is about to open. A failed load is forgotten, so that the next call tries again.
 */
export async function loadTerminal(): Promise<typeof View> {
  return import('../terminal/view.js');
}

/** Begins the loading while the student is still moving to the button. */
export function preloadTerminal(): void {
  loadTerminal().catch(() => {}); // the panel loads it again and reports what fails
}
