import { CONVERSATION_TABLES } from '@agent-factory/conversations/tables';
import { conversationRoutes } from '../conversations/routes.js';
import { ConversationService } from '../conversations/service.js';
import type { ServedRoute } from '../http/served-route.js';
import type { Capability } from './capability.js';

/** The agents as conversations. */
export const conversations: Capability = {
  name: 'conversations',
  tables: CONVERSATION_TABLES,
  open(host) {
    const service = new ConversationService(host);
    const routes: readonly ServedRoute[] = conversationRoutes(service);
    return {
      routes,
      hooks: {
        onReset: (exerciseId) => void service.leaveExercise(exerciseId),
        runningAgents: () => service.runningAgents(),
        endIdleAgent: () => service.endIdleAgent(),
      },
      health: () => ({ agents: service.agentCount }),
      close: () => service.close(),
    };
  },
};
