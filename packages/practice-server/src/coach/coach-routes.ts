import { Readable } from 'node:stream';
import { NDJSON, PracticeError } from '@agent-factory/protocol';
import {
  actionsQuerySchema,
  COACH_ROUTES,
  type OpenProjectResponse,
  openProjectRequestSchema,
  type ProjectId,
  type ProjectsResponse,
  startProjectRequestSchema,
  visibilityRequestSchema,
  WORKBENCH_PATH,
} from '@agent-factory/protocol/coach';
import { DASHBOARD_PATH } from '@agent-factory/protocol/mind';
import type { Request, Response } from 'express';
import { seesFolders } from '../access/folders-seen.js';
import { callerOf } from '../http/caller.js';
import { readBody, readQuery } from '../http/request-body.js';
import type { ServedRoute } from '../http/served-route.js';
import { ndjsonLines } from '../http/streams/ndjson-lines.js';
import { sendStream } from '../http/streams/send-stream.js';
import type { SessionAccess } from '../sessions/session-access.js';
import type { CoachService } from './coach-service.js';
import { pageUrl } from './page/page-url.js';
import { requireProject } from './project-access.js';
import { folderProject } from './project-place.js';

/** The routes of coached projects. */
export function coachRoutes(host: SessionAccess, service: CoachService): ServedRoute[] {
  return [...projectRoutes(host, service), ...actionRoutes(host, service)];
}

function projectRoutes(host: SessionAccess, service: CoachService): ServedRoute[] {
  return [
    {
      route: COACH_ROUTES.projects,
      handler: async (_request, response: Response<ProjectsResponse>) => {
        const folders = seesFolders(callerOf(response)) ? await host.folders.list() : [];
        response.json({ projects: folders.map(({ id, path }) => folderProject(host, id, path)) });
      },
    },
    {
      route: COACH_ROUTES.open,
      handler: async (request, response: Response<OpenProjectResponse>) => {
        requireToken(response);
        const wish = readBody(request, openProjectRequestSchema);
        const { id, path } = await host.folders.open(wish.path);
        // The terminal of the page that comes now does not begin without them.
        host.widths.askAhead();
        if (wish.agentKey !== undefined) host.keys.keep(id, wish.agentKey);
        const url = pageUrl(host.port(), WORKBENCH_PATH, { project: id, token: host.pass.issueToken() });
        response.json({ project: folderProject(host, id, path), url });
      },
    },
    {
      route: COACH_ROUTES.dashboardLink,
      handler: async (_request, response) => {
        requireToken(response);
        response.json({ url: pageUrl(host.port(), DASHBOARD_PATH, { token: host.pass.issueToken() }) });
      },
    },
    {
      route: COACH_ROUTES.start,
      handler: async (request, response) => {
        const { projectId, agent, size } = readBody(request, startProjectRequestSchema);
        const exerciseId = requireProject(callerOf(response), projectId);
        response.json(await host.sessions.start({ exerciseId, agent, size }));
      },
    },
    {
      route: COACH_ROUTES.visibility,
      handler: async (request, response) => {
        const { projectId, visibility } = readBody(request, visibilityRequestSchema);
        const id = requireProject(callerOf(response), projectId);
        await (await service.load()).setVisibility(id, visibility);
        response.json({ visibility });
      },
    },
  ];
}

function actionRoutes(host: SessionAccess, service: CoachService): ServedRoute[] {
  return [
    {
      route: COACH_ROUTES.actions,
      handler: async (request, response) => {
        const query = readQuery(request, actionsQuerySchema);
        const id = projectIn(request, response);
        await host.events.settled();
        response.json(await (await service.load()).actions(id, query));
      },
    },
    {
      route: COACH_ROUTES.exportActions,
      handler: async (request, response) => {
        const id = projectIn(request, response);
        await host.events.settled();
        const actions = (await service.load()).exportActions(id);
        await sendStream(response.attachment(`actions-${id}.ndjson`).type(NDJSON), Readable.from(ndjsonLines(actions)));
      },
    },
    {
      route: COACH_ROUTES.deleteActions,
      handler: async (request, response) => {
        const exerciseId = projectIn(request, response);
        response.json({ deleted: await host.events.forget({ type: 'coach_action', exerciseId }) });
      },
    },
  ];
}

function projectIn(request: Request, response: Response): ProjectId {
  return requireProject(callerOf(response), String(request.params.id));
}

/** A page must not be able to open a folder of its choice. */
function requireToken(response: Response): void {
  if (callerOf(response).kind === 'bearer') return;
  throw new PracticeError('unauthorized', 'Open a folder with "practice-server coach <folder>".');
}
