import { useEffect, useSyncExternalStore } from 'react';
import type { ColourScheme } from '../editor/types.js';
import { remembered } from '../react/browser/remembered.js';
import { useRemembered } from '../react/browser/use-remembered.js';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** Which colours the student wants; at first those of the system. */
export const themeChoice = remembered<ThemeChoice>(
  'practice:workbench-theme',
  (stored) => THEME_CHOICES.find((choice) => choice === stored) ?? 'system',
);

const darkSystem = '(prefers-color-scheme: dark)';

/** The colours of the page, as they are now; the document has them, too. */
export function useTheme(): ColourScheme {
  const choice = useRemembered(themeChoice);
  const isDark = useSyncExternalStore(followSystem, () => matchMedia(darkSystem).matches);
  const theme = choice === 'system' ? (isDark ? 'dark' : 'light') : choice;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return theme;
}

function followSystem(listener: () => void): () => void {
  const query = matchMedia(darkSystem);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
