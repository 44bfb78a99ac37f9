import type { RegistryEntry } from '@agent-factory/protocol';
import { useMemo, useState } from 'react';
import { usePracticeServer } from '../lesson/use-practice-server.js';
import type { TabFacts } from './panel-tab.js';

const NONE: Readonly<Record<string, unknown>> = {};

/**
 * The facts that decide which tabs are shown. Calling it causes no request. A server that goes away takes no tab with
 * it, and nothing that is written there: the last server that answered counts.
 */
export function useTabFacts(exercise: RegistryEntry | undefined): TabFacts {
  const { connection } = usePracticeServer();
  const [known, setKnown] = useState(NONE);
  const told = connection.status === 'connected' ? (connection.health.capabilities ?? NONE) : known;
  if (told !== known) setKnown(told);
  return useMemo(() => ({ exercise, capabilities: new Set(Object.keys(told)) }), [exercise, told]);
}
