import type { TreeNode } from '@agent-factory/protocol/coach';
import { expect, it } from 'vitest';
import { FileTree } from '../../src/client/tree/file-tree.js';

const file = (path: string): TreeNode => ({ name: path.slice(path.lastIndexOf('/') + 1), path, type: 'file' });
const folder = (path: string, children: TreeNode[]): TreeNode => ({ ...file(path), type: 'directory', children });

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
