import type * as Panel from './OpenPanel';

/** Loads the panel itself, apart from its tabs: a lesson that is only read needs none of it. */
export function loadPanel(): Promise<typeof Panel> {
  return import('./OpenPanel');
}

/** Begins to load while the student is still moving to a button that opens it. */
export function preloadPanel(): void {
  loadPanel().catch(() => {}); // opening it loads it again and says what failed
}
