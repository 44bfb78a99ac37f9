import open from 'open';
import { originOf } from '../access/origins.js';
import type { Config } from '../config.js';
import type { Daemon } from '../daemon.js';
import type { Logger } from '../system/log.js';

/** A lesson page that waits for the server asks every two seconds: after this long, none does. */
const WAIT_FOR_PAGE_MS = 3000;

/** Opens the lessons in the browser, unless a page of them is waiting for us already or nobody serves them. */
export async function openLessons(config: Config, daemon: Daemon, log: Logger): Promise<void> {
  if (originOf(config.content) === undefined || process.stdout.isTTY !== true) return;
  if (await daemon.seesPage(WAIT_FOR_PAGE_MS)) return;
  if (!(await answers(config.content))) {
    log.warn(`The lessons at ${config.content} do not answer. Start the lesson site, or name another with --content.`);
    return;
  }
  await open(config.content).catch((error: unknown) => log.debug({ err: error }, 'No browser could be opened'));
}

async function answers(address: string): Promise<boolean> {
  const response = await fetch(address, { signal: AbortSignal.timeout(WAIT_FOR_PAGE_MS) }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}
