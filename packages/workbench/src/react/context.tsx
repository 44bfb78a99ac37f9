import { createContext, useContext, useSyncExternalStore } from 'react';
import type { WorkbenchState } from '../client/state.js';
import type { Workbench } from '../client/workbench.js';

const WorkbenchContext = createContext<Workbench | undefined>(undefined);

export const WorkbenchProvider = WorkbenchContext.Provider;

/** The Workbench of the panel around. */
export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (workbench === undefined) throw new Error('A part of the Workbench was used outside of WorkbenchPanel.');
  return workbench;
}

/** Follows a part of the state. `select` gives the same object for as long as nothing in it has changed. */
export function useSelected<T>(select: (state: WorkbenchState) => T): T {
  const workbench = useWorkbench();
  const read = () => select(workbench.snapshot());
  return useSyncExternalStore(workbench.subscribe, read, read);
}
