import type { ReactNode } from 'react';
import type { DashboardClient } from '../client/dashboard-client.js';

/** Where things are opened. Undefined: there is no such place here, and no link is shown. */
export interface DashboardLinks {
  /** The Workbench of a project; with a kata that is worked on in it. */
  readonly workbench?: (project: string, kata?: string) => string;
  /** The dashboard of a project; of none where it is undefined. */
  readonly dashboard?: (project: string | undefined) => string;
  /**
   * The dashboard is a part of another page than the daemon's: each place is opened in a tab of its own, so that the page
   * around stays, and memories and settings are on the daemon's page.
   */
  readonly inNewTab?: boolean;
  /** Goes there; by default in this window, or in a new tab. */
  readonly open?: (url: string) => void;
}

export interface LearnerDashboardProps {
  /** Connected and disposed by whoever made it. */
  readonly client: DashboardClient;
  readonly links?: DashboardLinks;
  /** By default that of an element around. */
  readonly theme?: 'light' | 'dark';
  /** A BCP 47 tag for numbers and dates; by default the browser's. */
  readonly locale?: string;
  /** 1 where the dashboard is the page, 2 where it is in one. */
  readonly headingLevel?: 1 | 2;
  /** Further controls in its bar. */
  readonly actions?: ReactNode;
}
