import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { listenOnLoopback } from './machine/loopback.js';

/** The built site. */
export const BUILD = fileURLToPath(new URL('../../../apps/learn-app/build', import.meta.url));

/** Where the built site keeps what it knows of the daemon: the first of its own settings. */
const PRACTICE_SETTINGS = 'practice:{';

/** How the page finds its daemon. Without either, as a student's page does: by the ports 3100–3110. */
export interface SiteOptions {
  serverUrl?: string;
  ports?: { first: number; last: number };
  /** Who is told of completed exercises. */
  gamification?: { url: string };
}

/** The built lesson site, served from loopback. */
export interface Site extends AsyncDisposable {
  /** Also the site's origin, without a trailing slash. */
  url: string;
  /** Takes the site away, as when the student's network is gone. */
  close(): Promise<void>;
  /** Points pages that are opened from now on to another daemon. */
  configure(options: SiteOptions): void;
}

/** Texts of JSON files by their paths, such as `/exercises/registry.json`. */
export type SiteFiles = Readonly<Record<string, string>>;

/**
 * Serves `apps/learn-app/build`, with `changed` in the place of what was built. Every test brings its own daemon, so its
 * address is set here and not in the build.
 */
export async function serveSite(options: SiteOptions = {}, changed: SiteFiles = {}): Promise<Site> {
  const bundle = await mainBundle();
  const files = sirv(BUILD, { dev: true, etag: true });
  let settings = options;
  const server = createServer((request, response) => {
    const path = pathOf(request);
    const text = changed[path];
    if (path === bundle.path) return sendBundle(response, bundle.code, settings);
    if (text !== undefined) return response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    files(request, response, () => notFound(response));
  });
  const url = await listenOnLoopback(server);
  const close = () => closeServer(server);
  const configure = (next: SiteOptions) => {
    settings = next;
  };
  return { url, close, configure, [Symbol.asyncDispose]: close };
}

async function mainBundle(): Promise<{ path: string; code: string }> {
  const folder = join(BUILD, 'assets', 'js');
  const name = (await readdir(folder)).find((file) => /^main\.\w+\.js$/.test(file));
  if (!name) throw new Error(`There is no built site in ${BUILD}: build it first`);
  const code = await readFile(join(folder, name), 'utf8');
  if (code.split(PRACTICE_SETTINGS).length !== 2)
    throw new Error(`${name} has no single place for the practice settings`);
  return { path: `/assets/js/${name}`, code };
}

function sendBundle(response: ServerResponse, code: string, options: SiteOptions): void {
  const settings = Object.entries(options).map(([name, value]) => `${name}:${JSON.stringify(value)},`);
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
  response.end(code.replace(PRACTICE_SETTINGS, PRACTICE_SETTINGS + settings.join('')));
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?')[0] ?? '/';
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
