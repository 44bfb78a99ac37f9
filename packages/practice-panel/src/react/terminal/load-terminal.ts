import type * as View from '../../terminal/view.js';
import { prepareWidths } from '../../terminal/widths/widths.js';

/**
 * Loads xterm and its add-ons: only in a browser, which they touch as they load, and only when a
 * terminal on that daemon is about to open. A failed load is forgotten, so that the next call tries again.
 */
export async function loadTerminal(serverUrl: string): Promise<typeof View> {
  const [view] = await Promise.all([loadView(), prepareWidths(serverUrl)]);
  return view;
}

/** Begins to load while the student is still moving to the button. */
export function preloadTerminal(): void {
  loadView().catch(() => {}); // the panel loads it again and reports failures
}

function loadView(): Promise<typeof View> {
  return import('../../terminal/view.js');
}
