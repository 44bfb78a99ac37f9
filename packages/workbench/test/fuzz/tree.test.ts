import { fc, fuzz } from '@agent-factory/fuzzing';
import { expect } from 'vitest';
import { FileTree } from '../../src/client/tree/file-tree.js';
import { WalkedTree } from '../client/support/walked-tree.js';

const name = fc.constantFrom('a', 'b', 'B', 'file2', 'file10', '.x', 'ä', 'z.py');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));

type Step = (tree: FileTree, model: WalkedTree, path: string) => void;

const STEPS: readonly Step[] = [
  (tree, model, at) => {
    tree.update({ action: 'add', path: at });
    model.add(at, 'file');
  },
  (tree, model, at) => {
    tree.update({ action: 'addDir', path: at });
    model.add(at, 'directory');
  },
  (tree, model, at) => {
    tree.update({ action: 'unlinkDir', path: at });
    model.remove(at);
  },
  (tree, _, at) => tree.update({ action: 'change', path: at }),
  (tree, model, at) => {
    tree.load({ name: '', path: at, type: 'directory', children: [] });
    model.emptyFolder(at);
  },
  (tree, model, at) => {
    tree.expand(at);
    model.expand(at);
  },
  (tree, model, at) => {
    tree.collapse(at);
    model.collapse(at);
  },
];

fuzz({
  parser: 'the file tree',
  says: 'whatever comes, goes, opens and closes, its rows are those of a tree that is walked through anew',
  input: fc.array(fc.tuple(fc.constantFrom(...STEPS), path), { maxLength: 60 }),
  holds: (steps) => {
    const tree = new FileTree({ glowOf: () => undefined, isDirty: () => false, ask: () => {}, changed: () => {} });
    const model = new WalkedTree();
    tree.load({ name: '', path: '', type: 'directory', children: [] });
    for (const [step, at] of steps) {
      step(tree, model, at);
      const rows = Array.from({ length: tree.rowCount }, (_, index) => tree.row(index)?.path ?? '');
      expect(rows).toEqual(model.rows());
      expect(rows.map((row) => tree.indexOf(row))).toEqual(rows.map((_, index) => index));
    }
  },
});
