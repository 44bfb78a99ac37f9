import type { Settings } from '../../client/settings/settings-format.js';

/** How the site looks at present. */
export type SiteTheme = 'light' | 'dark';

/** The theme a terminal has with these settings on a site that looks like this. */
export function themeOf({ theme }: Settings, siteTheme: SiteTheme): SiteTheme {
  return theme === 'site' ? siteTheme : theme;
}
