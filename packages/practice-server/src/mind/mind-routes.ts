import { Readable } from 'node:stream';
import { NDJSON, PracticeError } from '@agent-factory/protocol';
import {
  dashboardQuerySchema,
  explainProjectRequestSchema,
  exportQuerySchema,
  MIND_ROUTES,
  memoriesQuerySchema,
  memoryChangeSchema,
  memoryScopeSchema,
  mindChangeSchema,
  mindQuerySchema,
} from '@agent-factory/protocol/mind';
import type { Response } from 'express';
import { seesFolders } from '../access/folders-seen.js';
import { requireProject } from '../coach/project-access.js';
import { callerOf } from '../http/caller.js';
import { readBody, readQuery } from '../http/request-body.js';
import type { ServedRoute } from '../http/served-route.js';
import { ndjsonLines } from '../http/streams/ndjson-lines.js';
import { sendStream } from '../http/streams/send-stream.js';
import type { MindService } from './mind-service.js';

/** What the coach knows of the learner, and what it may do. */
export function mindRoutes(service: MindService): ServedRoute[] {
  return [...settingsRoutes(service), ...learnerRoutes(service), ...memoryRoutes(service)];
}

function settingsRoutes(service: MindService): ServedRoute[] {
  return [
    {
      route: MIND_ROUTES.settings,
      handler: async (request, response) => {
        const { project } = readQuery(request, mindQuerySchema);
        const projectId = project === undefined ? null : requireProject(callerOf(response), project);
        response.json(await (await service.load()).status(projectId));
      },
    },
    {
      route: MIND_ROUTES.changeSettings,
      handler: async (request, response) => {
        requireLearner(response);
        const change = readBody(request, mindChangeSchema);
        response.json(await (await service.load()).changeSettings(change));
      },
    },
  ];
}

function learnerRoutes(service: MindService): ServedRoute[] {
  return [
    {
      route: MIND_ROUTES.dashboard,
      handler: async (request, response) => {
        const { period } = readQuery(request, dashboardQuerySchema);
        response.json(await service.dashboard(period, seesFolders(callerOf(response))));
      },
    },
    {
      route: MIND_ROUTES.explain,
      handler: async (request, response) => {
        const { projectId, ...wish } = readBody(request, explainProjectRequestSchema);
        const id = requireProject(callerOf(response), projectId);
        response.json(await (await service.load()).explain(id, wish));
      },
    },
    {
      route: MIND_ROUTES.katas,
      handler: async (_request, response) => {
        response.json(await (await service.load()).katas());
      },
    },
    {
      route: MIND_ROUTES.kata,
      handler: async (request, response) => {
        response.json(await (await service.load()).kata(String(request.params.id)));
      },
    },
  ];
}

function memoryRoutes(service: MindService): ServedRoute[] {
  const memoriesFor = async (response: Response) => {
    requireLearner(response);
    return (await service.load()).memories;
  };
  return [
    {
      route: MIND_ROUTES.memories,
      handler: async (request, response) => {
        response.json(await (await memoriesFor(response)).list(readQuery(request, memoriesQuerySchema)));
      },
    },
    {
      route: MIND_ROUTES.exportMemories,
      handler: async (request, response) => {
        readQuery(request, exportQuerySchema);
        const all = await begun((await memoriesFor(response)).all());
        await sendStream(response.attachment('memories.ndjson').type(NDJSON), Readable.from(ndjsonLines(all)));
      },
    },
    {
      route: MIND_ROUTES.changeMemory,
      handler: async (request, response) => {
        const change = readBody(request, memoryChangeSchema);
        response.json(await (await memoriesFor(response)).change(String(request.params.id), change));
      },
    },
    {
      route: MIND_ROUTES.deleteMemory,
      handler: async (request, response) => {
        response.json({ deleted: await (await memoriesFor(response)).delete(String(request.params.id)) });
      },
    },
    {
      route: MIND_ROUTES.deleteMemories,
      handler: async (request, response) => {
        // The address of a memory without its id is not the address of all memories.
        if (request.path.endsWith('/')) throw new PracticeError('not_found', 'Name the memory that is to be deleted.');
        const { project } = readQuery(request, memoryScopeSchema);
        response.json({ deleted: await (await memoriesFor(response)).deleteAll(project) });
      },
    },
  ];
}

/** Memories tell of the student's own folders, and what is chosen is paid for by them: no lesson site has a say in it. */
function requireLearner(response: Response): void {
  if (seesFolders(callerOf(response))) return;
  const message = 'This is for the learner’s own page. Open it with "practice-server dashboard".';
  throw new PracticeError('learner_only', message);
}

/** Where nothing can be read, the answer is a refusal, and not a file that breaks off. */
async function begun<T>(rows: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const left = rows[Symbol.asyncIterator]();
  const first = await left.next();
  return (async function* () {
    if (first.done !== true) yield first.value;
    yield* { [Symbol.asyncIterator]: () => left };
  })();
}
