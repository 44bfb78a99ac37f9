import { encodeServerMessage, MAX_MESSAGE_BYTES, type TreeNode } from '@agent-factory/protocol/coach';
import { expect, test } from 'vitest';
import { cutFolder } from '../../src/tree/cut-folder.js';

/** A folder with so many files, whose names are filled up to a length. */
function folderOf(count: number, nameLength = 0): TreeNode {
  const children = Array.from({ length: count }, (_, at): TreeNode => {
    const name = String(at).padEnd(nameLength, '\u00fc');
    return { name, path: `big/${name}`, type: 'file' };
  });
  return { name: 'big', path: 'big', type: 'directory', children };
}

test('a folder of a hundred thousand entries is left as it is; of a larger one, the first are sent [workbench large-folder]', async () => {
  const whole = folderOf(100_000);
  expect(await cutFolder(whole)).toBe(whole);
  const cut = await cutFolder(folderOf(100_001));
  expect(cut).toMatchObject({ name: 'big', path: 'big', truncated: true });
  expect(cut.children).toHaveLength(100_000);
  expect(cut.children?.at(-1)?.name).toBe('99999');
});

test('entries with long names are as many as leave half of a message to others [workbench large-folder]', async () => {
  const root = await cutFolder(folderOf(30_000, 200));
  expect(root.truncated).toBe(true);
  const bytes = Buffer.byteLength(encodeServerMessage('fs:tree', { root }, { timestamp: 0 }));
  expect(bytes).toBeLessThan(MAX_MESSAGE_BYTES / 2 + 200);
  expect(bytes).toBeGreaterThan(MAX_MESSAGE_BYTES / 2 - 2000);
});

test('whoever wants fewer gets fewer', async () => {
  expect(await cutFolder(folderOf(3), 2)).toEqual({ ...folderOf(2), truncated: true });
  expect(await cutFolder(folderOf(2), 2)).toEqual(folderOf(2));
});
