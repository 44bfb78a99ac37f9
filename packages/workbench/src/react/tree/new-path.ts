import type { TreeReader } from '../../client/workbench.js';

/** Why a path is none for a new file, in words; undefined if it may be. The daemon judges again. */
export function whyNoPath(path: string, tree: Pick<TreeReader, 'indexOf'>): string | undefined {
  if (path === '' || path.endsWith('/')) return 'Give the file a name.';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.includes('\\')) {
    return 'Write the path from the project’s folder, with forward slashes.';
  }
  if (path.split('/').some((part) => part === '..' || part === '.' || part === '')) {
    return 'The path has to stay in the project, without . and .. in it.';
  }
  if (tree.indexOf(path) >= 0) return 'There is such a file already.';
  return undefined;
}
