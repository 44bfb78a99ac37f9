import type { PracticeServer } from '../server/server.js';
import { AgentChoices } from './agent-choices.js';

const known = new WeakMap<PracticeServer, AgentChoices>();

/** The one list of agents of this page. Kept apart from the client, so that a page that shows none loads none of it. */
export function agentsOf(server: PracticeServer): AgentChoices {
  const choices = known.get(server) ?? new AgentChoices(server);
  known.set(server, choices);
  return choices;
}
