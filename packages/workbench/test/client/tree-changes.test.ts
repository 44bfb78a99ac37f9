import type { TreeNode } from '@agent-factory/protocol/coach';
import { expect, it } from 'vitest';
import { FileTree } from '../../src/client/tree/file-tree.js';

const file = (path: string): TreeNode => ({ name: path.slice(path.lastIndexOf('/') + 1), path, type: 'file' });
const folder = (path: string, children: TreeNode[]): TreeNode => ({ ...file(path), type: 'directory', children });
const cut = (path: string, children: TreeNode[]): TreeNode => ({ ...folder(path, children), truncated: true });

function createTree() {
  const asked: string[] = [];
  const tree = new FileTree({
    glowOf: () => undefined,
    isDirty: () => false,
    ask: (path) => asked.push(path),
    changed: () => {},
  });
  tree.load(folder('', [folder('a', [folder('a/b', [file('a/b/x.py')])]), file('z.py')]));
  return { tree, asked };
}

function rowsOf(tree: FileTree): string[] {
  return Array.from({ length: tree.rowCount }, (_, index) => tree.row(index)?.path ?? '?');
}

it('a file that comes into an open folder of a closed one has no row before that is opened', () => {
  const { tree } = createTree();
  tree.reveal('a/b/x.py');
  tree.collapse('a');
  tree.update({ action: 'add', path: 'a/b/y.py' });
  expect(rowsOf(tree)).toEqual(['a', 'z.py']);
  tree.expand('a');
  expect(rowsOf(tree)).toEqual(['a', 'a/b', 'a/b/x.py', 'a/b/y.py', 'z.py']);
});

it('a folder that is opened while the one above it is closed shows its files only with that', () => {
  const { tree } = createTree();
  tree.expand('a/b');
  expect(rowsOf(tree)).toEqual(['a', 'z.py']);
  tree.expand('a');
  expect(rowsOf(tree)).toEqual(['a', 'a/b', 'a/b/x.py', 'z.py']);
});

it('a new folder is known to be empty, and nobody is asked for what is in it', () => {
  const { tree, asked } = createTree();
  tree.update({ action: 'addDir', path: 'new' });
  tree.expand('new');
  expect(asked).toEqual([]);
  expect(tree.row(tree.indexOf('new'))).toMatchObject({ expanded: true, loading: false });
  tree.update({ action: 'add', path: 'new/x.py' });
  expect(rowsOf(tree)).toContain('new/x.py');
});

it('[workbench large-folder] folders of which only the first entries came are told, and files come and go in them as in any other', () => {
  const { tree } = createTree();
  tree.load(cut('', [folder('big', []), file('b.py'), file('d.py')]));
  tree.expand('big');
  tree.load(cut('big', [file('big/x.py')]));
  const told = [
    { path: '', sent: 3 },
    { path: 'big', sent: 1 },
  ];
  expect([...tree.cutFolders()]).toEqual(told);
  for (const path of ['c.py', 'z.py', 'big/w.py']) tree.update({ action: 'add', path });
  // Of the last two, the tree knows nothing.
  for (const path of ['b.py', 'e.py', 'big/y.py']) tree.update({ action: 'unlink', path });
  expect(rowsOf(tree)).toEqual(['big', 'big/w.py', 'big/x.py', 'c.py', 'd.py', 'z.py']);
  expect(tree.row(tree.indexOf('d.py'))).toMatchObject({ position: 3, siblings: 4 });
  expect([...tree.cutFolders()]).toEqual(told);
});

it('[workbench large-folder] a folder that came whole later, or that is gone, is none of them any more', () => {
  const { tree } = createTree();
  tree.load(cut('a', [folder('a/b', [])]));
  tree.load(cut('a/b', [file('a/b/x.py')]));
  tree.load({ ...folder('a', [{ name: 'b', path: 'a/b', type: 'directory' }]) });
  expect([...tree.cutFolders()]).toEqual([{ path: 'a/b', sent: 1 }]);
  tree.update({ action: 'unlinkDir', path: 'a' });
  expect([...tree.cutFolders()]).toEqual([]);
});
