import type { Config } from '../config.js';
import { SHUTDOWN_PATH } from '../http/served-route.js';
import { processEnds } from '../tmux/servers/server-process.js';
import { ask, requireDaemon } from './client.js';

const STOP_TIMEOUT_MS = 10_000;

/** `practice-server stop`: stops the daemon; exercises keep running. */
export async function stop({ paths }: Config): Promise<number> {
  const running = await requireDaemon(paths);
  if (running === undefined) return 1;
  if ((await ask(running, 'POST', SHUTDOWN_PATH)) === undefined) return 1;
  if (!(await processEnds(running.discovery.pid, STOP_TIMEOUT_MS))) {
    process.stderr.write(`The practice server (process ${running.discovery.pid}) does not stop.\n`);
    return 1;
  }
  process.stdout.write(
    'The practice server has stopped. Your exercises keep running; start it again to return to them.\n',
  );
  return 0;
}
