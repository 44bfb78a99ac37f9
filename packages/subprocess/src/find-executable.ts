import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** The absolute path that a shell would run for this name, or undefined if the PATH has no such program. */
export async function findExecutable(
  name: string,
  env: Record<string, string | undefined>,
): Promise<string | undefined> {
  if (isAbsolute(name)) return (await isExecutable(name)) ? name : undefined;
  if (name === '' || name.includes('/')) return undefined;
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    // A relative entry would find another program in every folder.
    if (!isAbsolute(folder)) continue;
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // What cannot be reached, for whatever reason, cannot be run either.
    return false;
  }
}
