import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { PracticeError, type Route } from '@agent-factory/protocol';
import { projectIdSchema, WORKBENCH_PATH } from '@agent-factory/protocol/coach';
import type { Request, Response } from 'express';
import * as z from 'zod';
import { seesFolders } from '../../access/folders-seen.js';
import { WORKBENCH_COOKIE, WORKBENCH_COOKIE_SECONDS } from '../../access/workbench-pass.js';
import { callerOf } from '../../http/caller.js';
import type { ServedRoute } from '../../http/served-route.js';
import { sendStream } from '../../http/streams/send-stream.js';
import type { SessionAccess } from '../../sessions/session-access.js';
import { NOTICES, type Notice, noticePage } from './notices.js';
import { INDEX, type PageFile, type PageFiles } from './page-files.js';
import { protectNotice, protectPage } from './page-headers.js';
import { workbenchPath } from './workbench-url.js';

/** Open, as a browser that follows an address sends no Origin; the page itself asks for its pass. */
const PAGE: Route = { method: 'GET', path: WORKBENCH_PATH, isOpen: true, response: z.unknown() };
const FILE: Route = { method: 'GET', path: `${WORKBENCH_PATH}*path`, isOpen: true, response: z.unknown() };

/** A file with its content's hash in its name never changes; all others are asked for each time. */
const LASTING = 'public, max-age=31536000, immutable';
const ASKED_FOR = 'no-cache';

const COOKIE = {
  httpOnly: true,
  sameSite: 'strict',
  path: '/',
  maxAge: WORKBENCH_COOKIE_SECONDS * 1000,
} as const;

type PageHost = Pick<SessionAccess, 'pass' | 'port'>;

/** The daemon's own page, and the files that it is made of, which are listed when they are first asked for. */
export function workbenchRoutes(host: PageHost, list: () => Promise<PageFiles>): ServedRoute[] {
  let listed: Promise<PageFiles> | undefined;
  const files = () => (listed ??= list());
  return [
    {
      route: PAGE,
      handler: async (request, response) => {
        if (typeof request.query.token === 'string') return redeem(host, request, response, request.query.token);
        if (!request.path.endsWith('/')) return response.redirect(308, pathWithout(request));
        if (!seesFolders(callerOf(response))) return notify(response, NOTICES.no_pass);
        const index = (await files()).get(INDEX);
        if (index === undefined) return notify(response, NOTICES.not_built);
        protectPage(response, host.port());
        await sendFile(request, response, index);
      },
    },
    {
      route: FILE,
      handler: async (request, response) => {
        const file = (await files()).get(pathIn(request));
        if (file === undefined || file.path.endsWith('.html'))
          throw new PracticeError('not_found', 'The Workbench has no such file.');
        protectNotice(response);
        await sendFile(request, response, file);
      },
    },
  ];
}

/** The token becomes a cookie, and leaves the address. Only a real visit counts: it works once. */
function redeem(host: PageHost, request: Request, response: Response, token: string): void {
  const value = request.method === 'GET' ? host.pass.redeem(token) : undefined;
  if (value !== undefined) response.cookie(WORKBENCH_COOKIE, value, COOKIE);
  // Whoever has the cookie already comes back to an address of their history.
  if (value === undefined && callerOf(response).kind !== 'workbench') notify(response, NOTICES.used_link);
  else {
    protectNotice(response);
    response.redirect(303, pathWithout(request));
  }
}

function pathWithout({ query }: Request): string {
  return workbenchPath({ project: projectIdSchema.safeParse(query.project).data });
}

function notify(response: Response, notice: Notice): void {
  protectNotice(response);
  response.status(notice.status).type('html').send(noticePage(notice));
}

function pathIn({ params }: Request): string {
  const { path } = params as { path?: string | string[] };
  return Array.isArray(path) ? path.join('/') : (path ?? '');
}

async function sendFile(request: Request, response: Response, { path, etag, isLasting }: PageFile): Promise<void> {
  response.setHeader('Cache-Control', isLasting ? LASTING : ASKED_FOR);
  response.setHeader('ETag', etag);
  response.type(extname(path));
  if (request.fresh) response.status(304).end();
  else if (request.method === 'HEAD') response.end();
  else await sendStream(response, createReadStream(path));
}
