import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ACCEPTANCE = 'packages/acceptance';
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
/** What the tools are built of, below `dist`. */
const FOLDERS = ['machine', 'mutation', 'sabotage'];
const FILES = ['options-or-complaint.js', 'stop-signal.js'];

/** Copies the tools of this package, as they are built, into a repository, which they then take for their own. */
export async function copyTools(root: string): Promise<void> {
  const filter = (path: string) => !/\.(?:ts|map)$/.test(path);
  for (const name of ['package.json', ...[...FOLDERS, ...FILES].map((part) => join('dist', part))])
    await cp(join(PACKAGE, name), join(root, ACCEPTANCE, name), { recursive: true, filter });
}

/** Where the program of one of them is in that repository. */
export const mainOf = (root: string, tool: 'mutation' | 'sabotage') => join(root, ACCEPTANCE, 'dist', tool, 'main.js');
