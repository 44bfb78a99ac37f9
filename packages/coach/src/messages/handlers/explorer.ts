import { basename } from 'node:path';
import { listDirectory, scanTree } from '../../tree/scan-tree.js';
import type { Handler } from '../context.js';

/** The empty path is the whole project: a page whose tree is out of date asks for it. */
export const expandFolder: Handler<'explorer:expand_dir'> = async ({ path }, { workplace, answer }) => {
  const { folder } = workplace.disk;
  if (path === '') return answer('fs:tree', { root: await scanTree(folder) });
  const children = await listDirectory(folder, path);
  answer('fs:tree', { root: { name: basename(path), path, type: 'directory', children } });
};

/** Nobody has to know: what is not shown is kept up to date all the same. */
export const collapseFolder: Handler<'explorer:collapse_dir'> = async () => undefined;
