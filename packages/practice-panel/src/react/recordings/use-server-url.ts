import { useState } from 'react';
import { usePracticeServer } from '../lesson/use-practice-server.js';

/** Where the practice server is that answered last; undefined before one has. One that goes away closes no dialog. */
export function useServerUrl(): string | undefined {
  const { connection } = usePracticeServer();
  const [known, setKnown] = useState<string>();
  const url = connection.status === 'connected' ? connection.baseUrl : known;
  if (url !== known) setKnown(url);
  return url;
}
