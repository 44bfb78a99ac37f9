import { watch } from 'node:fs';
import { isLitter, SERVED_FOLDER } from '../content/names.js';

/** Milliseconds without another change: editors save in several steps. */
const QUIET_MS = 50;

/** Calls back when files below the folder are saved, once per burst, until the signal. Ignores generated files. */
export function watchFolder(folder: string, onSaved: () => Promise<void>, signal: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined;
  let busy = Promise.resolve();
  const watcher = watch(folder, { recursive: true, signal }, (_, name) => {
    if (name?.split('/').some(isLitter) || name?.split('/')[0] === SERVED_FOLDER) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      busy = busy.then(onSaved);
    }, QUIET_MS);
  });
  // A folder that disappears while it is being watched is no reason to stop.
  watcher.on('error', () => {});
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
