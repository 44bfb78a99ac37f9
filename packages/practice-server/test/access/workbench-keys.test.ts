import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { WORKBENCH_COOKIE, WorkbenchPass } from '../../src/access/workbench-pass.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(inject('runFolder'), 'pass-'));
  path = join(folder, 'workbench.key');
});
afterEach(() => rm(folder, { recursive: true }));

test('a cookie counts wherever it is among those of earlier servers', () => {
  const pass = new WorkbenchPass({ path });
  const value = pass.redeem(pass.issueToken()) ?? '';
  const own = `${WORKBENCH_COOKIE}=${value}`;
  const earlier = `${WORKBENCH_COOKIE}=${value.slice(0, -5)}other`;
  expect(pass.admits(`${earlier}; ${own}`)).toBe(true);
  expect(pass.admits(`${own}; ${earlier}`)).toBe(true);
  expect(pass.admits(`${earlier}; ${earlier}`)).toBe(false);
});

test('a key that is there and cannot be read is not replaced: the pages that are open would be locked out', async () => {
  await mkdir(path); // reading it fails for everybody, the owner of the machine included
  const pass = new WorkbenchPass({ path });
  const token = pass.issueToken();
  expect(() => pass.redeem(token)).toThrow(/EISDIR: .*read/);
});
