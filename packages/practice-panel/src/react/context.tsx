import { createContext, useContext, useState } from 'react';
import { createPracticeClient, type PracticeClient } from '../client/practice-client.js';
import type { PracticeProviderProps } from './props.js';

const ClientContext = createContext<PracticeClient | undefined>(undefined);

/** Provides one client to all practice components below it. Its options are read once. */
export function PracticeProvider({ options, children }: PracticeProviderProps) {
  const [client] = useState(() => createPracticeClient(options));
  return <ClientContext.Provider value={client}>{children}</ClientContext.Provider>;
}

export function usePracticeClient(): PracticeClient {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('A practice component was used outside of PracticeProvider.');
  return client;
}
