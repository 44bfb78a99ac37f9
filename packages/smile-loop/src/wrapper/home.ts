import { access, constants, mkdtemp } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A home folder that can be written: the user's own, else a new one, as in an image that has given its user none. */
export async function writableHome(): Promise<string> {
  const home = process.env.HOME ?? homedir();
  try {
    await access(home, constants.W_OK);
    if (home !== '/') return home;
  } catch {
    // It is not there, or not ours.
  }
  return mkdtemp(join(tmpdir(), 'home-'));
}
