import { descendants, type TmuxPane } from '../src/index.js';

/** The agent in a session: the first thing that the session's own shell has started. */
export async function agentPid(pane: TmuxPane): Promise<number> {
  const { pid } = await pane.state();
  const [agent] = await descendants(pid);
  if (agent === undefined) throw new Error('No agent runs in this session');
  return agent;
}
