import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { WORKBENCH_COOKIE, WorkbenchPass } from '../../src/access/workbench-pass.js';

let folder: string;
let path: string;
let now = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(inject('runFolder'), 'pass-'));
  path = join(folder, 'workbench.key');
  now = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const open = () => new WorkbenchPass({ path, now: () => now });
const cookie = (value: string) => `${WORKBENCH_COOKIE}=${value}`;

function redeemed(pass: WorkbenchPass): string {
  const value = pass.redeem(pass.issueToken());
  if (value === undefined) throw new Error('the token was not taken');
  return value;
}

test('a token works once, and becomes a cookie', () => {
  const pass = open();
  const token = pass.issueToken();
  const value = pass.redeem(token) ?? '';
  expect(pass.admits(`theme=dark; ${cookie(value)}; x`)).toBe(true);
  expect(pass.redeem(token)).toBeUndefined();
});

test('a token is void after two minutes, and the oldest of too many is', () => {
  const pass = open();
  const late = pass.issueToken();
  now = 2 * 60_000 + 1;
  expect(pass.redeem(late)).toBeUndefined();
  const first = pass.issueToken();
  for (let more = 0; more < 20; more += 1) pass.issueToken();
  expect(pass.redeem(first)).toBeUndefined();
});

test('the cookie is good after a restart, for thirty days', async () => {
  const value = redeemed(open());
  expect(open().admits(cookie(value))).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  vi.useFakeTimers({ now: Date.now() + 31 * 24 * 3_600_000, toFake: ['Date'] });
  expect(open().admits(cookie(value))).toBe(false);
  vi.useRealTimers();
});

test('the cookie is good no longer than its key, also where the server goes on', async () => {
  const pass = open();
  const value = redeemed(pass);
  const key = await readFile(path, 'utf8');
  await rm(path);
  expect(pass.admits(cookie(value))).toBe(false);
  expect(pass.admits(cookie(redeemed(pass)))).toBe(true);
  await writeFile(path, key);
  expect(pass.admits(cookie(value))).toBe(true);
});

test.each([
  ['none', () => undefined],
  ['an empty one', () => cookie('')],
  ['one without a signature', (value: string) => cookie(value.split('.')[0] ?? '')],
  ['one that lasts longer', (value: string) => cookie(`9${value}`)],
  ['one whose signature was cut', (value: string) => cookie(value.slice(0, -1))],
  ['one of another name', (value: string) => `x${cookie(value)}`],
  ['a date that is none', (value: string) => cookie(value.replace(/^\d+/, 'NaN'))],
])('%s admits nobody', (_what, of) => {
  const pass = open();
  expect(pass.admits(of(redeemed(pass)))).toBe(false);
});

test('a wrong token, and half of one, open nothing', () => {
  const pass = open();
  const token = pass.issueToken();
  for (const given of ['', 'x', token.slice(0, -1), `${token}x`]) expect(pass.redeem(given)).toBeUndefined();
  expect(pass.redeem(token)).toBeDefined();
});

test('a key that was cut is made anew: nobody can sign with half of one', async () => {
  await writeFile(path, 'short\n');
  const pass = open();
  expect(pass.admits(cookie(redeemed(pass)))).toBe(true);
  expect((await readFile(path, 'utf8')).trim().length).toBeGreaterThanOrEqual(40);
});
