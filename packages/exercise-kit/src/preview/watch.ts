import { watch } from 'node:fs';
import { isLitter, SERVED_FOLDER } from '../content/names.js';

/** Milliseconds without another change: editors save in several steps. */
const QUIET_MS = 50;

/** Calls back when files below the folder were saved, once for all of a moment, until the signal. What is made of them is none of them. */
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
  // A folder that goes while it is looked at is no reason to end.
  watcher.on('error', () => {});
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
