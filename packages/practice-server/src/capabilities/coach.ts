import { COACH_TABLES } from '@agent-factory/coach/tables';
import { WORKBENCH_PATH } from '@agent-factory/protocol/coach';
import { DASHBOARD_PATH } from '@agent-factory/protocol/mind';
import { coachRoutes } from '../coach/coach-routes.js';
import { CoachService } from '../coach/coach-service.js';
import { coachSocket } from '../coach/coach-socket.js';
import { mcpRoutes } from '../coach/mcp/mcp-routes.js';
import { McpService } from '../coach/mcp/mcp-service.js';
import { DASHBOARD_NOTICES, WORKBENCH_NOTICES } from '../coach/page/notices.js';
import { ownPageRoutes } from '../coach/page/own-page.js';
import { listBuiltFiles, type PageFiles } from '../coach/page/page-files.js';
import { mindRoutes } from '../mind/mind-routes.js';
import { MindService } from '../mind/mind-service.js';
import { Truth } from '../truth/truth.js';
import type { Capability, CapabilityHost, OpenCapability } from './capability.js';

/** Coached projects: what the student's editor and their agent see of each other. */
export const coach: Capability = {
  name: 'coach',
  tables: COACH_TABLES,
  open: (host) => openCoach(host, listBuiltFiles),
};

/** @param listPage the files of one of the daemon's own pages */
export function openCoach(
  host: CapabilityHost,
  listPage: (name: 'workbench' | 'dashboard') => Promise<PageFiles>,
): OpenCapability {
  const truth = new Truth(host, { unsavedOf: (projectId) => service.unsavedOf(projectId) });
  const mind = new MindService(host, truth);
  const service: CoachService = new CoachService(host, {
    exerciseOf: truth.exerciseOf,
    leakIn: truth.leakIn,
    onSightChanged: (projectId) => mcp.tellSightChanged(projectId),
    mind: async () => (await mind.load()).mind,
    onSessionOver: () => mind.wrapUpLeft(),
  });
  const mcp = new McpService(host, service);
  mind.wrapUpLeft();
  // Not only at the end: whoever closes the ports waits until the streams to agents have ended.
  host.closing.addEventListener(
    'abort',
    () => {
      service.logLeaving();
      void mcp.close();
    },
    { once: true },
  );
  return {
    routes: [
      ...coachRoutes(host, service),
      ...mindRoutes(mind),
      ...mcpRoutes({ projectOf: (secret) => host.observers.sessionOf(secret), load: () => mcp.load() }),
      ...ownPageRoutes(host, {
        path: WORKBENCH_PATH,
        notices: WORKBENCH_NOTICES,
        list: () => listPage('workbench'),
      }),
      ...ownPageRoutes(host, {
        path: DASHBOARD_PATH,
        notices: DASHBOARD_NOTICES,
        list: () => listPage('dashboard'),
      }),
    ],
    sockets: [coachSocket(host, service)],
    hooks: {
      ...truth.hooks,
      isCoached: (projectId) => service.isCoached(projectId),
      onSessionBegan: (projectId) => service.beginSession(projectId),
      onSessionEnded(projectId, reason) {
        mcp.closeOf(projectId);
        service.endSession(projectId, reason);
      },
      onReset(projectId, reason) {
        truth.hooks.onReset?.(projectId, reason);
        service.forget(projectId);
      },
    },
    health: ({ withFolders }) => (withFolders ? { ...service.health(), mcpSessions: mcp.count } : {}),
    async close() {
      await mcp.close();
      await truth.close();
      await service.close();
      await mind.close();
    },
  };
}
