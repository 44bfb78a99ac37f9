import { COACH_TABLES } from '@agent-factory/coach/tables';
import { coachRoutes } from '../coach/coach-routes.js';
import { CoachService } from '../coach/coach-service.js';
import { coachSocket } from '../coach/coach-socket.js';
import { mcpRoutes } from '../coach/mcp/mcp-routes.js';
import { McpService } from '../coach/mcp/mcp-service.js';
import { listPageFiles, type PageFiles } from '../coach/page/page-files.js';
import { workbenchRoutes } from '../coach/page/workbench-page.js';
import type { Capability, CapabilityHost, OpenCapability } from './capability.js';

/** Coached projects: what the student's editor and their agent see of each other. */
export const coach: Capability = {
  name: 'coach',
  tables: COACH_TABLES,
  open: (host) => openCoach(host, listPageFiles),
};

/** @param listPage the files of the daemon's own page */
export function openCoach(host: CapabilityHost, listPage: () => Promise<PageFiles>): OpenCapability {
  const service = new CoachService(host, (projectId) => mcp.tellSightChanged(projectId));
  const mcp = new McpService(host, service);
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
      ...mcpRoutes({ projectOf: (secret) => host.observers.sessionOf(secret), load: () => mcp.load() }),
      ...workbenchRoutes(host, listPage),
    ],
    sockets: [coachSocket(host, service)],
    hooks: {
      isCoached: (projectId) => service.isCoached(projectId),
      onSessionBegan: (projectId) => service.beginSession(projectId),
      onSessionEnded(projectId, reason) {
        mcp.closeOf(projectId);
        service.endSession(projectId, reason);
      },
      onReset: (projectId) => service.forget(projectId),
    },
    health: ({ withFolders }) => (withFolders ? { ...service.health(), mcpSessions: mcp.count } : {}),
    async close() {
      await mcp.close();
      await service.close();
    },
  };
}
