import type { TreeNode } from '@agent-factory/protocol/coach';
import { expect, test } from 'vitest';
import { entriesOfTree } from '../../src/resources/entries.js';

const FILE: TreeNode = { name: 'a.py', path: 'a.py', type: 'file' };
const ROOT: TreeNode = { name: 'shop', path: '', type: 'directory', children: [FILE] };

test('a list that had no room for all that is in the project itself says that there is more', () => {
  expect(entriesOfTree(ROOT).hasMore).toBe(false);
  expect(entriesOfTree({ ...ROOT, truncated: true })).toMatchObject({ entries: [{ path: 'a.py' }], hasMore: true });
});
