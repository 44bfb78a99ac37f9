import { DashboardClient, type DashboardLinks, LearnerDashboard } from '@agent-factory/dashboard';
import { type TabProps, usePracticeClient } from '@agent-factory/practice-panel';
import { WORKBENCH_PATH } from '@agent-factory/protocol/coach';
import { DASHBOARD_PATH } from '@agent-factory/protocol/mind';
import '@agent-factory/dashboard/styles.css';
import { useEffect, useMemo, useRef } from 'react';
import { useSiteTheme } from '../../lib/page/use-site-theme';
import { serverUrlOf } from '../../lib/practice/server-url';
import styles from './styles.module.css';
import { useIsBegun } from './use-is-begun';

/** The Dashboard tab: where the student stands, with the exercise in the panel where that was begun. */
export function LessonDashboard({ exercise, isActive }: TabProps) {
  const isBegun = useIsBegun(exercise?.id);
  const projectId = isBegun ? exercise?.id : undefined;
  return <Dashboard isActive={isActive} key={projectId} projectId={projectId} />;
}

interface DashboardProps extends Pick<TabProps, 'isActive'> {
  projectId: string | undefined;
}

function Dashboard({ projectId, isActive }: DashboardProps) {
  const practice = usePracticeClient();
  const theme = useSiteTheme();
  const serverUrl = useMemo(() => serverUrlOf(practice), [practice]);
  const dashboard = useMemo(() => new DashboardClient({ serverUrl, projectId }), [serverUrl, projectId]);
  const wasActive = useRef(false);
  useEffect(() => {
    dashboard.connect();
    return () => dashboard.dispose();
  }, [dashboard]);
  useEffect(() => {
    // Whoever comes back sees what has become of it meanwhile.
    if (isActive && wasActive.current) void dashboard.loadState();
    wasActive.current = isActive || wasActive.current;
  }, [dashboard, isActive]);
  return (
    <div className={styles.dashboard}>
      <LearnerDashboard client={dashboard} links={linksTo(serverUrl)} theme={theme} />
    </div>
  );
}

/** The practice server's own pages, each in a tab of its own: the lesson and its terminal stay. */
function linksTo(serverUrl: () => string): DashboardLinks {
  const page = (path: string, parameters: Readonly<Record<string, string | undefined>>) => {
    const url = new URL(path, serverUrl());
    // Where the server opens its pages itself: a browser's pass is of that name alone.
    if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
    return url.href;
  };
  return {
    workbench: (project, kata) => page(WORKBENCH_PATH, { project, kata }),
    dashboard: (project) => page(DASHBOARD_PATH, { project }),
    inNewTab: true,
  };
}
