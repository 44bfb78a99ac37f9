import { basename } from 'node:path';
import { cutFolder } from '../../tree/cut-folder.js';
import { listDirectory } from '../../tree/scan-tree.js';
import type { Handler } from '../context.js';
import { sendTree } from './tree.js';

/** The empty path is the whole project: a page whose tree is out of date asks for it. */
export const expandFolder: Handler<'explorer:expand_dir'> = async ({ path }, context) => {
  if (path === '') return sendTree(context, 'explorer:expand_dir');
  const children = await listDirectory(context.workplace.disk.folder, path);
  const root = await cutFolder({ name: basename(path), path, type: 'directory', children });
  context.answer('fs:tree', { root });
};

/** Nobody has to know: what is not shown is kept up to date all the same. */
export const collapseFolder: Handler<'explorer:collapse_dir'> = async () => undefined;
