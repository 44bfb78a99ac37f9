import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { PracticeError, type Route } from '@agent-factory/protocol';
import { projectIdSchema } from '@agent-factory/protocol/coach';
import type { Request, Response } from 'express';
import * as z from 'zod';
import { seesFolders } from '../../access/folders-seen.js';
import { WORKBENCH_COOKIE, WORKBENCH_COOKIE_SECONDS } from '../../access/workbench-pass.js';
import { callerOf } from '../../http/caller.js';
import type { ServedRoute } from '../../http/served-route.js';
import { sendStream } from '../../http/streams/send-stream.js';
import type { SessionAccess } from '../../sessions/session-access.js';
import { type Notice, noticePage, type PageNotices } from './notices.js';
import { INDEX, type PageFile, type PageFiles } from './page-files.js';
import { protectNotice, protectPage } from './page-headers.js';

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

/** One of the daemon's own pages. */
export interface OwnPage {
  /** Such as `/workbench/`. */
  readonly path: string;
  readonly notices: PageNotices;
  /** The files that it is made of; called once, when the first is asked for. */
  readonly list: () => Promise<PageFiles>;
}

/** A page of the daemon's own, and the files that it is made of. */
export function ownPageRoutes(host: PageHost, page: OwnPage): ServedRoute[] {
  let listed: Promise<PageFiles> | undefined;
  const files = () => (listed ??= page.list());
  // Open, as a browser that follows an address sends no Origin; the page itself asks for its pass.
  const open: Omit<Route, 'path'> = { method: 'GET', isOpen: true, response: z.unknown() };
  return [
    {
      route: { ...open, path: page.path },
      handler: async (request, response) => {
        if (typeof request.query.token === 'string') return redeem(host, page, { request, response });
        if (!request.path.endsWith('/')) return response.redirect(308, pathWithout(page, request));
        if (!seesFolders(callerOf(response))) return notify(response, page.notices.no_pass);
        const index = (await files()).get(INDEX);
        if (index === undefined) return notify(response, page.notices.not_built);
        protectPage(response, host.port());
        await sendFile(request, response, index);
      },
    },
    {
      route: { ...open, path: `${page.path}*path` },
      handler: async (request, response) => {
        const file = (await files()).get(pathIn(request));
        if (file === undefined || file.path.endsWith('.html'))
          throw new PracticeError('not_found', 'This page has no such file.');
        protectNotice(response);
        await sendFile(request, response, file);
      },
    },
  ];
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** The token becomes a cookie, and leaves the address. Only a real visit counts: it works once. */
function redeem(host: PageHost, page: OwnPage, { request, response }: Exchange): void {
  const value = request.method === 'GET' ? host.pass.redeem(String(request.query.token)) : undefined;
  if (value !== undefined) response.cookie(WORKBENCH_COOKIE, value, COOKIE);
  // Whoever has the cookie already comes back to an address of their history.
  if (value === undefined && callerOf(response).kind !== 'workbench') notify(response, page.notices.used_link);
  else {
    protectNotice(response);
    response.redirect(303, pathWithout(page, request));
  }
}

/** What the page shows first, such as a kata, stays in the address; a project that cannot be one does not. */
function pathWithout({ path }: OwnPage, { originalUrl, query }: Request): string {
  const rest = new URL(originalUrl, 'http://localhost').searchParams;
  rest.delete('token');
  if (!projectIdSchema.safeParse(query.project).success) rest.delete('project');
  return rest.size === 0 ? path : `${path}?${rest}`;
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
