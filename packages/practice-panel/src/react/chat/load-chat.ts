import type * as View from './panel/ChatView.js';

/** Loads the conversation with all that draws it: only when a chat is about to be shown. */
export function loadChat(): Promise<typeof View> {
  return import('./panel/ChatView.js');
}

/** Begins to load while the practice server is still being looked for. */
export function preloadChat(): void {
  loadChat().catch(() => {}); // the panel loads it again and reports failures
}
