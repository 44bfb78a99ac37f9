import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere, systemCode } from '@agent-factory/exercise-runtime';
import { CannotStart } from '../system/cannot-start.js';
import { makeFolders } from '../system/files/make-folders.js';
import { setAside } from '../system/files/set-aside.js';
import type { Logger } from '../system/log.js';
import type { Paths } from './paths.js';
import { type Condition, conditionOf, modeOf, type Place, placesOf } from './places.js';

/**
 * Creates the daemon's folders, accessible to their owner only, whatever the umask is. Renames what is in their way, so
 * that nothing is lost. Throws CannotStart, with what to do, if only the student can decide.
 */
export async function prepareHome(paths: Paths, log: Logger): Promise<void> {
  for (const place of placesOf(paths)) {
    try {
      await prepare(place, log);
    } catch (error) {
      throw explain(error, place);
    }
  }
  for (const name of await readdir(paths.logs)) await close({ path: join(paths.logs, name), kind: 'file' }, log);
}

async function prepare(place: Place, log: Logger): Promise<void> {
  const seen = await ifThere(lstat(place.path));
  const condition = await conditionOf(place);
  const refusal = whyNot(place, condition);
  if (refusal !== undefined) throw new CannotStart('no_state', refusal);
  if (seen !== undefined && (condition === 'kind' || condition === 'nowhere' || condition === 'foreign')) {
    const aside = await ifThere((async () => setAside(place.path, seen.ino))());
    // Another daemon that is starting now may have done it.
    if (aside !== undefined)
      log.warn({ path: place.path, aside }, `${WHAT[condition](place)} It was renamed to ${aside}`);
  }
  if (condition === 'open') await chmod(place.path, modeOf(place));
  if (condition !== 'ours' && condition !== 'open' && place.made === true) await makeFolder(place);
}

/** What only the student can repair, and how. */
export function whyNot(place: Place, condition: Condition): string | undefined {
  const { path, students, precious } = place;
  if (condition === 'kind' && students === true) return `${WHAT.kind(place)} Give it another name, and start again.`;
  if (condition === 'nowhere' && precious === true)
    return `${WHAT.nowhere(place)} Bring back what it leads to, such as a drive, or remove the link: rm ${path}`;
  if (condition === 'foreign' && (place.kind === 'folder' || precious === true))
    return `${WHAT.foreign(place)} Start the practice server as that user, or make it yours: sudo chown -R "$USER" ${path}`;
  return undefined;
}

/** What is wrong, as a sentence. */
export const WHAT = {
  kind: ({ path, kind }) => `${path} should be a ${kind} but is something else.`,
  nowhere: ({ path }) => `${path} is a link that leads nowhere.`,
  foreign: ({ path }) => `${path} belongs to another user.`,
  open: ({ path }) => `${path} can be read by other users, or cannot be written by you.`,
} as const satisfies Partial<Record<Condition, (place: Place) => string>>;

async function makeFolder({ path }: Place): Promise<void> {
  await makeFolders(path);
  await chmod(path, 0o700);
}

/** Closes one of our many files to others; anything but a file is left alone. */
async function close(place: Place, log: Logger): Promise<void> {
  if ((await conditionOf(place)) !== 'open') return;
  await chmod(place.path, modeOf(place)).catch((error) => log.warn({ err: error }, WHAT.open(place)));
}

/** What the system refused, in a sentence; anything else is a bug. */
function explain(error: unknown, { path }: Place): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  const message = `${path} cannot be used (${code}). Make sure that it and its folder belong to you and are writable, and start again.`;
  return new CannotStart('no_state', message, { cause: error });
}
