import open from 'open';
import { originOf } from '../access/origins.js';
import type { Config } from '../config.js';
import type { Daemon } from '../daemon.js';
import { HttpGetError, httpGet } from '../fetch/http-get.js';
import type { Logger } from '../system/log.js';

/** A lesson page that waits for the server asks every two seconds: if none has asked by then, none waits. */
const WAIT_FOR_PAGE_MS = 3000;
/** A site that sends this much of a page has one. */
const MAX_PAGE_BYTES = 1024 * 1024;

/** Opens the lessons in the browser, unless one of their pages is already waiting for us, or nobody serves them. */
export async function openLessons(config: Config, daemon: Daemon, log: Logger): Promise<void> {
  if (originOf(config.content) === undefined || process.stdout.isTTY !== true) return;
  if (await daemon.seesPage(WAIT_FOR_PAGE_MS)) return;
  if (!(await answers(config.content))) {
    log.warn(`The lessons at ${config.content} do not answer. Start the lesson site, or name another with --content.`);
    return;
  }
  await open(config.content).catch((error: unknown) => log.debug({ err: error }, 'No browser could be opened'));
}

/** Whether a browser would get something to show. It can deal with a redirect or a long page itself. */
async function answers(address: string): Promise<boolean> {
  try {
    const { status } = await httpGet(address, { timeoutMs: WAIT_FOR_PAGE_MS, maxBytes: MAX_PAGE_BYTES });
    // A site that asks for a password answers; the browser will ask for it.
    return (status >= 200 && status < 300) || status === 401;
  } catch (error) {
    if (!(error instanceof HttpGetError)) throw error;
    return error.kind === 'redirected' || error.kind === 'too_large';
  }
}
