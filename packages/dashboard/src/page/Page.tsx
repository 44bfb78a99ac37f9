import { WORKBENCH_PATH } from '@agent-factory/protocol/coach';
import { DASHBOARD_PATH } from '@agent-factory/protocol/mind';
import { useTheme } from '@agent-factory/workbench/base';
import { useEffect, useSyncExternalStore } from 'react';
import type { DashboardClient } from '../client/dashboard-client.js';
import { LearnerDashboard } from '../react/LearnerDashboard.js';
import type { DashboardLinks } from '../react/props.js';
import { ThemeChoice } from './ThemeChoice.js';

/** On this origin. */
const LINKS: DashboardLinks = {
  workbench: (project, kata) => WORKBENCH_PATH + queryOf({ project, kata }),
  dashboard: (project) => DASHBOARD_PATH + queryOf({ project }),
};

/** The daemon's own page of the learner. */
export function Page({ client }: { readonly client: DashboardClient }) {
  const theme = useTheme();
  const name = useSyncExternalStore(client.subscribe, () => client.snapshot().project?.name);
  useEffect(() => {
    document.title = name === undefined ? 'Dashboard' : `${name} · Dashboard`;
  }, [name]);
  return (
    <main>
      <LearnerDashboard client={client} theme={theme} headingLevel={1} links={LINKS} actions={<ThemeChoice />} />
    </main>
  );
}

function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? '' : `?${query}`;
}
