import { useSyncExternalStore } from 'react';
import { isHidden, onVisibilityChange } from '../../client/browser/page.js';

/** True while the student cannot see the page. */
export function usePageHidden(): boolean {
  return useSyncExternalStore(onVisibilityChange, isHidden, () => false);
}
