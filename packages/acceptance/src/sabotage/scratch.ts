import { chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { temporaryFolder } from '../machine/temporary-folder.js';

/** A copy of the repository, with everything built, in which code may be broken; it is gone when it is disposed. */
export interface Scratch extends AsyncDisposable {
  readonly root: string;
  /** Writes a file, and returns how it was. */
  exchange(file: string, text: string): Promise<string>;
}

/** What grows in a repository and no test reads. */
const LEFT_OUT = new Set(['.git', 'test-results', '.practice-reports']);

/**
 * Copies the repository. Packages from elsewhere are links to where they are already: a package's own `node_modules`
 * has relative links, so in the copy those to its neighbours lead to the copy.
 */
export async function makeScratch(root: string): Promise<Scratch> {
  const folder = await temporaryFolder('sabotage-');
  try {
    // Some tests let another user run what is in it, as everybody may read the repository itself.
    await chmod(folder.path, 0o755);
    const shared = join(root, 'node_modules');
    const filter = (path: string) => path !== shared && !LEFT_OUT.has(path.split(sep).at(-1) ?? '');
    // An incremental compiler goes by the times of files.
    const how = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter };
    // The entries one by one, since what is copied into itself is refused, as where the temporary folder is below.
    for (const name of await readdir(root)) await cp(join(root, name), join(folder.path, name), how);
    await linkShared(shared, join(folder.path, 'node_modules'));
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
  return {
    root: folder.path,
    exchange: async (file, text) => {
      const path = join(folder.path, file);
      const before = await readFile(path, 'utf8');
      await writeFile(path, text);
      return before;
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function linkShared(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (!LEFT_OUT.has(name)) await symlink(join(from, name), join(to, name));
  }
}
