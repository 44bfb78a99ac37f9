import { descendants, type TmuxPane, waitUntil } from '../../src/index.js';

/** The agent in a session: the first thing that the session's own shell has started. */
export async function agentPid(pane: TmuxPane): Promise<number> {
  const { pid } = await pane.state();
  const [agent] = await descendants(pid);
  if (agent === undefined) throw new Error('No agent runs in this session');
  return agent;
}

/** Long enough for a page to be opened and its button pressed. */
const BEGUN_MS = 60_000;

/** The same, for a session that is about to begin. */
export function agentOnceItRuns(pane: TmuxPane): Promise<number> {
  const look = () => agentPid(pane).catch(() => undefined);
  return waitUntil(look, () => 'no agent was started', BEGUN_MS);
}
