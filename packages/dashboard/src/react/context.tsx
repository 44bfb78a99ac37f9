import { createContext, useContext, useSyncExternalStore } from 'react';
import type { DashboardClient } from '../client/dashboard-client.js';
import type { DashboardSnapshot } from '../client/state.js';
import type { DashboardLinks } from './props.js';

interface Around {
  readonly client: DashboardClient;
  readonly links: DashboardLinks;
  readonly headingLevel: 1 | 2;
}

const DashboardContext = createContext<Around | undefined>(undefined);
export const DashboardProvider = DashboardContext.Provider;

/** The dashboard around. */
export function useDashboard(): Around {
  const around = useContext(DashboardContext);
  if (around === undefined) throw new Error('A part of the dashboard was used outside of LearnerDashboard.');
  return around;
}

export function useSnapshot(): DashboardSnapshot {
  const { client } = useDashboard();
  return useSyncExternalStore(client.subscribe, client.snapshot, client.snapshot);
}
