import { readFile } from 'node:fs/promises';
import type { Config } from '../config.js';
import { ask, requireDaemon } from './client.js';

const STOP_TIMEOUT_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** `practice-server stop`: ends the daemon; exercises keep running. */
export async function stop({ paths }: Config): Promise<number> {
  const running = await requireDaemon(paths);
  if (running === undefined) return 1;
  await ask(running, 'POST', '/shutdown');
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  while (await isAlive(running.discovery.pid)) {
    if (performance.now() > deadline) {
      process.stderr.write(`The practice server (process ${running.discovery.pid}) does not stop.\n`);
      return 1;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  process.stdout.write(
    'The practice server has stopped. Your exercises keep running; start it again to return to them.\n',
  );
  return 0;
}

/** One that has ended and is not collected counts no more: in a container its parent may never do that. */
async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // "pid (name) state …"; the name may hold anything. Without a /proc (macOS) the kernel's word is taken.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat[stat.lastIndexOf(')') + 2] !== 'Z';
}
