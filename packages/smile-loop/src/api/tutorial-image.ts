import { realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { imageType } from '../tutorial/image-format.js';
import { contentOf, notFound, pathIn } from './page.js';

/** Below it are the images of the tutorial, as it names them. */
export const TUTORIAL_PATH = '/tutorial/';

/** An image is only looked at: an SVG that is opened by itself runs nothing and loads nothing. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** Serves an image that was staged for the student; nothing else of the run's folder. Throws `not_found`. */
export async function serveTutorialImage(
  runFolder: string,
  urlPath: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const folder = join(runFolder, 'tutorial');
  const path = pathIn(folder, `/${urlPath.slice(TUTORIAL_PATH.length)}`);
  const content = await contentOf(path);
  const type = imageType(path, content);
  if (type === undefined || !(await isBelow(path, folder))) throw notFound();
  response.writeHead(200, { ...HEADERS, 'content-type': type, 'content-length': content.length });
  response.end(request.method === 'HEAD' ? undefined : content);
}

/** Staged files are real ones; a link that somebody made since leads nowhere. */
async function isBelow(path: string, folder: string): Promise<boolean> {
  const [real, root] = await Promise.all([realpath(path), realpath(folder)]);
  return real.startsWith(root + sep);
}
