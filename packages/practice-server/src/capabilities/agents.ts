import { AGENT_ROUTES, chooseAgentRequestSchema, switchAgentRequestSchema } from '@agent-factory/protocol/agents';
import { seesFolders } from '../access/folders-seen.js';
import { Agents } from '../agents/agents.js';
import { AGENT_TABLES } from '../agents/choices.js';
import { callerOf } from '../http/caller.js';
import { readBody, readExerciseId } from '../http/request-body.js';
import type { Capability } from './capability.js';

/** Which agents there are, and the student's choice among them. */
export const agents: Capability = {
  name: 'agents',
  tables: AGENT_TABLES,
  open(host) {
    const agents = new Agents(host);
    return {
      routes: [
        {
          route: AGENT_ROUTES.agents,
          handler: async (_request, response) => {
            response.json(await agents.list({ withFolders: seesFolders(callerOf(response)) }));
          },
        },
        {
          route: AGENT_ROUTES.choose,
          handler: async (request, response) => {
            const choice = readBody(request, chooseAgentRequestSchema);
            const withFolders = seesFolders(callerOf(response));
            if (!withFolders && choice.exerciseId !== undefined) readExerciseId(choice.exerciseId);
            response.json(await agents.choose(choice, { withFolders }));
          },
        },
        {
          route: AGENT_ROUTES.switch,
          handler: async (request, response) => {
            const wish = readBody(request, switchAgentRequestSchema);
            response.json(await host.sessions.switchAgent({ ...wish, exerciseId: readExerciseId(wish.exerciseId) }));
          },
        },
      ],
      hooks: { agentFor: (exerciseId) => agents.agentFor(exerciseId) },
      health: () => agents.health(),
    };
  },
};
