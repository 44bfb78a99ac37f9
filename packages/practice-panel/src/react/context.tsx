import { createContext, useContext, useEffect, useState } from 'react';
import { tellCompletions } from '../client/completions/tell-completions.js';
import { createPracticeClient, type PracticeClient } from '../client/practice-client.js';
import type { PracticeProviderProps } from './props.js';

const ClientContext = createContext<PracticeClient | undefined>(undefined);

/** Provides one client to all practice components below it. Its options are read once. */
export function PracticeProvider({ options, children }: PracticeProviderProps) {
  const [client] = useState(() => createPracticeClient(options));
  useEffect(() => tellCompletions(client), [client]);
  return <ClientContext.Provider value={client}>{children}</ClientContext.Provider>;
}

export function usePracticeClient(): PracticeClient {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('A practice component was used outside of PracticeProvider.');
  return client;
}
