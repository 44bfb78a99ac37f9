import type { ServerConnection, ServerState } from '../../client/server/server.js';
import { usePracticeClient } from '../context.js';
import { useSnapshot } from '../parts/use-snapshot.js';

export interface PracticeServerView extends ServerState {
  /** Looks for the daemon; pass `mayPrompt` only in response to a click, as the browser may then ask the student. */
  readonly connect: (mayPrompt?: boolean) => Promise<ServerConnection>;
  /** Fetches the lists again. */
  readonly refresh: () => Promise<void>;
}

/** The daemon as the page knows it. Using this hook alone sends no request. */
export function usePracticeServer(): PracticeServerView {
  const { server } = usePracticeClient();
  const state = useSnapshot(server);
  return { ...state, connect: (mayPrompt) => server.connect(mayPrompt), refresh: () => server.refresh() };
}
