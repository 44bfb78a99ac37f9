import type { RegistryEntry } from '@agent-factory/protocol';
import { useMemo } from 'react';
import { usePracticeServer } from '../lesson/use-practice-server.js';
import type { TabFacts } from './panel-tab.js';

/** What tabs are chosen by. Using it alone asks nothing of the network. */
export function useTabFacts(exercise: RegistryEntry | undefined): TabFacts {
  const { connection } = usePracticeServer();
  const names = connection.status === 'connected' ? connection.health.capabilities : undefined;
  return useMemo(() => ({ exercise, capabilities: new Set(Object.keys(names ?? {})) }), [exercise, names]);
}
