import type { PracticeClient } from '@agent-factory/practice-panel';

/** Where a practice server is that has not been found yet. */
const USUAL_SERVER = 'http://localhost:3100';

/** The origin of the practice server, to be asked for each time it is needed. */
export function serverUrlOf({ server }: PracticeClient): () => string {
  return () => {
    const { connection } = server.getSnapshot();
    return connection.status === 'connected' ? connection.baseUrl : USUAL_SERVER;
  };
}
