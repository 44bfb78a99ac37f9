import { pageSettings } from '../client/settings.js';
import type { Settings } from '../client/settings-format.js';
import { useSnapshot } from './use-snapshot.js';

/** The student's settings for terminals, as they are now. */
export function useSettings(): Settings {
  return useSnapshot(pageSettings());
}
