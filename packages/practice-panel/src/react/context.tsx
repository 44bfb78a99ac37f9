import { createContext, useContext, useState } from 'react';
import { createPracticeClient, type PracticeClient } from '../client/practice-client.js';
import type { PracticeProviderProps } from './props.js';

const ClientContext = createContext<PracticeClient | undefined>(undefined);

/** Gives all that is practice below it one client. Its options are read once. */
export function PracticeProvider({ options, children }: PracticeProviderProps) {
  const [client] = useState(() => createPracticeClient(options));
  return <ClientContext.Provider value={client}>{children}</ClientContext.Provider>;
}

export function usePracticeClient(): PracticeClient {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('A practice component was used outside of PracticeProvider.');
  return client;
}
