import { pageSettings } from '../../client/settings/settings.js';
import type { Settings } from '../../client/settings/settings-format.js';
import { useSnapshot } from '../parts/use-snapshot.js';

/** The student's settings for terminals, as they are now. */
export function useSettings(): Settings {
  return useSnapshot(pageSettings());
}
