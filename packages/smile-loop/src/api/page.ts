import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { type AccessOptions, cookieName, queryOf, sameSecret } from './access.js';
import { ApiError } from './api-error.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

/** The page runs its own files, and speaks to the loop that served it. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** Serves a file of the page's folder. Throws `not_found`. */
export async function servePage(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  access: AccessOptions,
): Promise<void> {
  const token = queryOf(request).get('token');
  if (token !== null && sameSecret(token, access.observerToken)) return giveCookie(request, response, token);
  const path = pathIn(folder, (request.url ?? '/').split('?')[0] ?? '/');
  const content = await contentOf(path);
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  response.writeHead(200, { ...HEADERS, 'content-type': type, 'content-length': content.length });
  response.end(request.method === 'HEAD' ? undefined : content);
}

/** The token leaves the address, where it would stay in the browser's history. */
function giveCookie(request: IncomingMessage, response: ServerResponse, token: string): void {
  const cookie = `${cookieName(request)}=${token}; HttpOnly; SameSite=Strict; Path=/`;
  response.writeHead(303, { ...HEADERS, location: '/', 'set-cookie': cookie }).end();
}

/** The file of a folder that an address names. Throws `not_found` for one that leads out of it. */
export function pathIn(folder: string, urlPath: string): string {
  const path = join(folder, decoded(urlPath === '/' ? '/index.html' : urlPath));
  if (!path.startsWith(join(folder, sep)) || path.includes('\0')) throw notFound();
  return path;
}

function decoded(urlPath: string): string {
  try {
    return decodeURIComponent(urlPath);
  } catch {
    throw notFound();
  }
}

/** Throws `not_found`. */
export async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].includes(code)) throw notFound();
    throw error;
  }
}

export function notFound(): ApiError {
  return new ApiError('not_found', 'There is nothing at this address.');
}
