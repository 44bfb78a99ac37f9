import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AccessOptions, requireAny, requireOwn } from './access.js';
import { ApiError } from './api-error.js';
import type { Handler, SocketHandler } from './door.js';
import { servePage } from './page.js';
import { serveTutorialImage, TUTORIAL_PATH } from './tutorial-image.js';

export interface Proxy {
  readonly request: Handler;
  readonly connect: SocketHandler;
}

export type Route = { readonly [method: string]: Handler };

/** What is behind a door. */
export interface Served {
  /** Serves what is below `/model/`, with an access check of its own. */
  readonly gateway?: Handler | undefined;
  /** Serves requests with an absolute address, and `CONNECT`, with an access check of their own. */
  readonly proxy?: Proxy | undefined;
  /** The folder of the page's files. */
  readonly page?: string | undefined;
  /** The run's folder, for the images of its tutorial. */
  readonly runFolder?: string | undefined;
  readonly routes: Readonly<Record<string, Route>>;
  readonly access: AccessOptions;
}

export async function serve(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { routes, access, gateway, proxy, page, runFolder } = served;
  if (proxy !== undefined && !request.url?.startsWith('/')) return proxy.request(request, response);
  requireOwn(request, access);
  const path = pathOf(request);
  if (gateway !== undefined && path.startsWith('/model/')) return gateway(request, response);
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (route !== undefined) return handlerOf(route, request, response)(request, response);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (page === undefined || path.startsWith('/api/') || !isRead) {
    throw new ApiError('not_found', 'There is nothing at this address.');
  }
  if (runFolder !== undefined && path.startsWith(TUTORIAL_PATH)) {
    requireAny(request, access);
    return serveTutorialImage(runFolder, path, request, response);
  }
  return servePage(page, request, response, access);
}

function handlerOf(route: Route, { method = '' }: IncomingMessage, response: ServerResponse): Handler {
  const handler = Object.hasOwn(route, method) ? route[method] : undefined;
  if (handler !== undefined) return handler;
  const allowed = Object.keys(route).join(', ');
  response.setHeader('allow', allowed);
  throw new ApiError('method_not_allowed', `Use ${allowed} here.`);
}

export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}
