import type { TreeNode } from '@agent-factory/protocol/coach';
import { describe, expect, it } from 'vitest';
import { FileTree } from '../../src/client/tree/file-tree.js';

const file = (path: string): TreeNode => ({ name: path.slice(path.lastIndexOf('/') + 1), path, type: 'file' });
const folder = (path: string, children?: TreeNode[]): TreeNode => ({ ...file(path), type: 'directory', children });

const SHOP = folder('', [
  folder('src', [folder('src/deep', [file('src/deep/x.py')]), file('src/a.py'), file('src/b10.py')]),
  folder('unread'),
  file('README.md'),
  file('setup.py'),
]);

function createTree(root = SHOP) {
  const asked: string[] = [];
  let changes = 0;
  const tree = new FileTree({
    glowOf: (path) => (path === 'setup.py' ? 'critical' : undefined),
    isDirty: (path) => path === 'README.md',
    ask: (path) => asked.push(path),
    changed: () => {
      changes += 1;
    },
  });
  tree.load(root);
  return { tree, asked, changes: () => changes };
}

function rowsOf(tree: FileTree): string[] {
  return Array.from({ length: tree.rowCount }, (_, index) => tree.row(index)?.path ?? '?');
}

describe('the rows of the file tree', () => {
  it('are what is in the project and in the folders that are expanded', () => {
    const { tree } = createTree();
    expect(rowsOf(tree)).toEqual(['src', 'unread', 'README.md', 'setup.py']);
    tree.expand('src');
    tree.expand('src/deep');
    const all = ['src', 'src/deep', 'src/deep/x.py', 'src/a.py', 'src/b10.py', 'unread', 'README.md', 'setup.py'];
    expect(rowsOf(tree)).toEqual(all);
    tree.collapse('src');
    expect(rowsOf(tree)).toEqual(['src', 'unread', 'README.md', 'setup.py']);
    tree.expand('src');
    expect(rowsOf(tree)).toEqual(all);
  });

  it('say all that is shown of a file', () => {
    const { tree } = createTree();
    tree.expand('src');
    expect(tree.row(1)).toEqual({
      path: 'src/deep',
      name: 'deep',
      depth: 1,
      type: 'directory',
      expanded: false,
      loading: false,
      glow: null,
      dirty: false,
      link: false,
      unusable: false,
      position: 1,
      siblings: 3,
    });
    expect(tree.row(tree.indexOf('README.md'))).toMatchObject({ dirty: true, position: 3, siblings: 4 });
    expect(tree.row(tree.indexOf('setup.py'))).toMatchObject({ glow: 'critical', depth: 0 });
    expect(tree.row(99)).toBeUndefined();
  });

  it('are not all files that are known: those of closed folders are, too', () => {
    const { tree } = createTree(folder('', [folder('src', [file('src/a.py')]), { ...file('pipe'), unusable: true }]));
    expect([...tree.files()]).toEqual(['src/a.py']);
    tree.update({ action: 'unlinkDir', path: 'src' });
    expect([...tree.files()]).toEqual([]);
  });

  it('of a folder that was not read come when it was asked for', () => {
    const { tree, asked } = createTree();
    tree.expand('unread');
    expect(asked).toEqual(['unread']);
    expect(tree.row(1)).toMatchObject({ expanded: true, loading: true });
    tree.load(folder('unread', [file('unread/z.py')]));
    expect(rowsOf(tree)).toEqual(['src', 'unread', 'unread/z.py', 'README.md', 'setup.py']);
    expect(tree.row(1)).toMatchObject({ loading: false });
  });

  it('of a folder that cannot be read are none, and it is not asked for again and again', () => {
    const { tree, asked } = createTree();
    tree.expand('unread');
    tree.load(folder('unread'));
    expect(asked).toEqual(['unread']);
    expect(tree.row(1)).toMatchObject({ expanded: true, loading: false });
  });

  it('keep what is known below when a folder is read again by itself', () => {
    const { tree, asked } = createTree();
    tree.expand('src');
    tree.expand('src/deep');
    tree.load(folder('src', [folder('src/deep'), file('src/c.py')]));
    expect(asked).toEqual([]);
    expect(rowsOf(tree).slice(0, 4)).toEqual(['src', 'src/deep', 'src/deep/x.py', 'src/c.py']);
    tree.update({ action: 'add', path: 'src/deep/y.py' });
    expect(rowsOf(tree).slice(2, 4)).toEqual(['src/deep/x.py', 'src/deep/y.py']);
  });

  it('[coaching-backend 5.6] [coaching-backend SC-028] follow files that come and go, each at its place', () => {
    const { tree } = createTree();
    tree.expand('src');
    for (const path of ['src/b9.py', 'src/B2.py', 'a.md', 'zzz.md', 'unread/later.py', 'src/deep/hidden.py'])
      tree.update({ action: 'add', path });
    tree.update({ action: 'addDir', path: 'lib' });
    tree.update({ action: 'add', path: 'src/b9.py' });
    expect(rowsOf(tree)).toEqual([
      'lib',
      'src',
      'src/deep',
      'src/a.py',
      'src/B2.py',
      'src/b9.py',
      'src/b10.py',
      'unread',
      'a.md',
      'README.md',
      'setup.py',
      'zzz.md',
    ]);
    tree.expand('src/deep');
    tree.update({ action: 'unlinkDir', path: 'src/deep' });
    tree.update({ action: 'unlink', path: 'README.md' });
    tree.update({ action: 'unlink', path: 'src/none.py' });
    tree.update({ action: 'unlink', path: 'a.md', newPath: 'src/moved.md' });
    expect(rowsOf(tree)).toEqual([
      ...['lib', 'src', 'src/a.py', 'src/B2.py', 'src/b9.py', 'src/b10.py', 'src/moved.md'],
      ...['unread', 'setup.py', 'zzz.md'],
    ]);
    expect(tree.row(tree.indexOf('src/b9.py'))).toMatchObject({ position: 3, siblings: 5 });
  });

  it('stay expanded when the whole tree is read anew, which is asked for when too much has happened', () => {
    const { tree, asked } = createTree();
    tree.expand('src');
    tree.expand('src/deep');
    tree.update({ action: 'rescan', path: '' });
    expect(asked).toEqual(['']);
    tree.load(folder('', [folder('src', [folder('src/deep'), file('src/new.py')])]));
    expect(rowsOf(tree)).toEqual(['src', 'src/deep', 'src/new.py']);
    expect(asked).toEqual(['', 'src/deep']);
  });

  it('are told only when they have changed', () => {
    const { tree, changes } = createTree();
    const before = changes();
    tree.update({ action: 'change', path: 'setup.py' });
    tree.update({ action: 'add', path: 'src/unseen.py' });
    tree.update({ action: 'unlink', path: 'src/unseen.py' });
    expect(tree.expand('setup.py')).toBe(false);
    expect(tree.collapse('')).toBe(false);
    expect(changes()).toBe(before);
  });

  it('[workbench odd-names] of names that no path can hold do not hide each other', () => {
    const odd = { ...file('caf\ufffd'), unusable: true };
    const { tree } = createTree(folder('', [odd, { ...odd }, { ...file('link'), link: true }]));
    expect(tree.row(0)).toMatchObject({ unusable: true });
    expect(tree.row(1)).toMatchObject({ link: true });
  });
});

describe('the keys of the file tree', () => {
  it('go up and down, in and out, and to both ends', () => {
    const { tree } = createTree();
    tree.expand('src');
    expect([tree.first(), tree.last()]).toEqual(['src', 'setup.py']);
    expect([tree.next('src'), tree.previous('src/deep')]).toEqual(['src/deep', 'src']);
    expect([tree.next('setup.py'), tree.previous('src'), tree.next('gone')]).toEqual([undefined, undefined, undefined]);
    expect([tree.parent('src/a.py'), tree.parent('src')]).toEqual(['src', undefined]);
    expect([tree.firstChild('src'), tree.firstChild('src/deep'), tree.firstChild('setup.py')]).toEqual([
      'src/deep',
      undefined,
      undefined,
    ]);
  });

  it('find a name by its beginning, on and around', () => {
    const { tree } = createTree(folder('', ['Salt', 'sand', 'tea', 'sun'].map(file)));
    expect(rowsOf(tree)).toEqual(['Salt', 'sand', 'sun', 'tea']);
    expect(tree.typeAhead(undefined, 's')).toBe('Salt');
    expect(tree.typeAhead('Salt', 's')).toBe('sand');
    expect(tree.typeAhead('sun', 's')).toBe('Salt');
    expect(tree.typeAhead('sand', 'SA')).toBe('sand');
    expect(tree.typeAhead('tea', 'sun')).toBe('sun');
    expect(tree.typeAhead('tea', 'x')).toBeUndefined();
  });

  it('show the way to a file', () => {
    const { tree } = createTree();
    expect(tree.reveal('src/deep/x.py')).toEqual(['src', 'src/deep']);
    expect(tree.indexOf('src/deep/x.py')).toBe(2);
    expect(tree.reveal('src/deep/x.py')).toEqual([]);
  });
});

describe('a tree of a hundred thousand files', () => {
  const COUNT = 100_000;
  const names = Array.from({ length: COUNT }, (_, index) => file(`big/file${index}.py`));

  it('expands, changes and is read in a fraction of a frame each', () => {
    const { tree } = createTree(folder('', [folder('big', names)]));
    tree.expand('big');
    expect(tree.rowCount).toBe(COUNT + 1);
    const startedAt = performance.now();
    for (let at = 0; at < 1000; at += 1) {
      tree.update({ action: 'add', path: `big/file${at * 50}-new.py` });
      tree.row(tree.indexOf(`big/file${at * 99}.py`));
      tree.next(`big/file${at * 77}.py`);
    }
    const eachMs = (performance.now() - startedAt) / 1000;
    expect(tree.rowCount).toBe(COUNT + 1001);
    expect(eachMs).toBeLessThan(16);
    const index = tree.indexOf('big/file50-new.py');
    expect(tree.row(index + 1)?.name).toBe('file50.py');
  });
});
