import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { serveRecorded } from '../api/server.js';
import { findRun } from '../loop/store/runs.js';
import { pageAddress, readObserverFile } from '../run/observer-file.js';
import { type Context, say } from './context.js';
import { openPage } from './open-page.js';
import { readSettings, type Settings } from './settings.js';

export interface ObserveFlags extends Settings {
  readonly open: boolean;
}

/** Shows a run: one that goes on as it goes on, another as it was, until the program is stopped. */
export async function observeCommand(
  context: Context,
  runId: string | undefined,
  flags: ObserveFlags,
): Promise<number> {
  const { outputDir, port } = await readSettings(context, flags);
  const folder = await findRun(outputDir, runId);
  const live = await readObserverFile(folder);
  if (live !== undefined && isRunning(live.pid)) {
    show(context, pageAddress(live.port, live.token), flags);
    return 0;
  }
  const observerToken = randomBytes(32).toString('hex');
  const { page } = context.installed;
  await using server = await serveRecorded({ runFolder: folder, page, observerToken, port });
  show(context, pageAddress(server.port, observerToken), flags);
  const { signal } = context.stop;
  if (!signal.aborted) await once(signal, 'abort');
  return 0;
}

function show(context: Context, address: string, { open }: ObserveFlags): void {
  say(context, address);
  if (open) openPage(context, address);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
