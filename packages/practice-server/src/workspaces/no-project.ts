import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { ifThere } from '@agent-factory/exercise-runtime';
import type { Paths } from '../home/paths.js';

const WHOLE_HOME = 'it is a whole home directory, or holds one';
const CHOOSE = 'Choose the folder of one project.';

/** Places that are no project, whoever works there. In WSL, the disks of Windows are below `/mnt`. */
const NEVER: readonly (readonly [path: RegExp, why: string])[] = [
  [/^(\/(boot|dev|proc|sys)|(\/private)?\/etc)(\/|$)/, 'it belongs to the system'],
  [/^\/(mnt(\/[a-z])?)?$/, 'it is a whole disk'],
  [/^(\/mnt\/[a-z])?\/(home|Users)(\/[^/]+)?$/, WHOLE_HOME],
  [/^((\/private)?\/var)?\/root$/, WHOLE_HOME],
];

/**
 * Why this folder cannot be a project, with what to do, as sentences that follow its name; undefined if it can. What is
 * ours can neither be in a project nor be one: whoever is coached there, and their agent, would read our keys.
 *
 * @param path absolute, and behind all links
 */
export async function whyNoProject(
  path: string,
  { home, state }: Pick<Paths, 'home' | 'state'>,
): Promise<string | undefined> {
  const never = NEVER.find(([place]) => place.test(path))?.[1];
  if (never !== undefined) return `is no project: ${never}. ${CHOOSE}`;
  if (isIn(await realPlace(homedir()), path)) return `is no project: ${WHOLE_HOME}. ${CHOOSE}`;
  const ours = await realPlace(state);
  if (isIn(path, ours)) return `is no project: it belongs to the practice server. ${CHOOSE}`;
  if (!isIn(ours, path)) return undefined;
  return `cannot be a project while the practice server keeps its state in it, in ${await realPlace(home)}. Choose another project, or another place for the state with DATA_DIR or AF_PRACTICE_HOME.`;
}

function isIn(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder === sep ? sep : `${folder}${sep}`);
}

/** Where a path leads, or would, if what it names is still to be made. */
async function realPlace(path: string): Promise<string> {
  const real = await ifThere(realpath(path));
  return real ?? join(await realPlace(dirname(path)), basename(path));
}
