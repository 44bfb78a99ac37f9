import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

type Environment = Record<string, string | undefined>;

/** The absolute path that a shell would run for this name, or undefined if the PATH has no such program. */
export function findExecutable(name: string, env: Environment): Promise<string | undefined> {
  return firstOf(placesOf(name, env), isExecutable);
}

/**
 * The file that a shell would run for this name if it had the right to run. To be asked where `findExecutable` has
 * found nothing: such a file was forgotten rather than never installed.
 */
export function findWithoutRunBit(name: string, env: Environment): Promise<string | undefined> {
  return firstOf(placesOf(name, env), isFile);
}

function placesOf(name: string, env: Environment): string[] {
  if (isAbsolute(name)) return [name];
  if (name === '' || name.includes('/')) return [];
  // A relative entry would find another program in every folder.
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name));
}

async function firstOf(
  paths: readonly string[],
  holds: (path: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const path of paths) if (await holds(path)) return path;
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return await isFile(path);
  } catch {
    // What cannot be reached, for whatever reason, cannot be run either.
    return false;
  }
}

async function isFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() === true;
}
