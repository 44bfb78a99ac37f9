import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyOf } from '../../src/gateway/recording/key.js';
import { type RecordingMode, Recordings } from '../../src/gateway/recording/recordings.js';
import { END, events, START, STOP, startVendor, WORDS } from './fake-vendor.js';
import { SECRET, startGateway } from './gateway-fixture.js';

const MESSAGES = '/anthropic/v1/messages';
const asking = (content: string, more = {}) => ({
  model: 'claude-sonnet-5',
  stream: true,
  messages: [{ role: 'user', content }],
  tools: [{ name: 'Bash' }],
  ...more,
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'smile-recordings-'));
});
afterEach(() => rm(folder, { recursive: true }));

const startNumbered = () =>
  startVendor((response, nth) => events(response, START, WORDS, { type: 'nth', nth }, STOP, END).end());
const open = async (url: string, mode: RecordingMode, limits = {}) =>
  startGateway(url, { recordings: await Recordings.open(folder, mode), limits });

test('a cached answer is the same to the byte, costs nothing and needs no budget', async () => {
  await using vendor = await startNumbered();
  await using first = await open(vendor.url, 'cache');
  const asked = await (await first.ask(MESSAGES, asking('Hi', { metadata: { user_id: 'one' } }))).text();
  await first[Symbol.asyncDispose]();
  await using second = await open(vendor.url, 'cache', { tokens: 0 });
  const cached = await second.ask(MESSAGES, asking('Hi', { metadata: { user_id: 'two' } }));
  expect(await cached.text()).toBe(asked);
  expect(second.calls).toMatchObject([{ cached: true, usd: 0, tokensIn: 1150, status: 200 }]);
  expect(second.budget.spent).toEqual({ usd: 0, tokensIn: 0, tokensOut: 0 });
  expect(vendor.asked).toHaveLength(1);
});

test('a recording has neither key nor token in it', async () => {
  await using vendor = await startNumbered();
  await using gateway = await open(vendor.url, 'record');
  await (await gateway.ask(`${MESSAGES}?key=${gateway.token}`, asking('Hi'))).text();
  await gateway[Symbol.asyncDispose]();
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  const text = await readFile(join(folder, names[0] ?? ''), 'utf8');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(gateway.token);
  expect(JSON.parse(text)).toMatchObject({ role: 'student', model: 'claude-sonnet-5', lane: 'turn' });
});

test('a replay answers by content, else in order with a note, else with a typed error, and asks nobody', async () => {
  await using vendor = await startNumbered();
  await using recorded = await open(vendor.url, 'record');
  for (const words of ['one', 'two', 'three']) await (await recorded.ask(MESSAGES, asking(words))).text();
  await recorded[Symbol.asyncDispose]();
  await using replay = await open('http://127.0.0.1:1', 'replay');
  const answers = [];
  for (const words of ['two', 'another']) answers.push(await (await replay.ask(MESSAGES, asking(words))).text());
  expect(answers.map((text) => /"nth":(\d)/.exec(text)?.[1])).toEqual(['2', '3']);
  expect(replay.calls.map(({ note }) => note)).toEqual([undefined, expect.stringContaining('turn 3')]);
  const missing = await replay.ask(MESSAGES, asking('more'));
  expect(missing.status).toBe(400);
  expect(await missing.json()).toMatchObject({ error: { details: { code: 'recording_missing' } } });
});

test('a half-written recording is ignored', async () => {
  await using vendor = await startNumbered();
  await using first = await open(vendor.url, 'cache');
  await (await first.ask(MESSAGES, asking('Hi'))).text();
  await first[Symbol.asyncDispose]();
  const file = join(folder, (await readdir(folder))[0] ?? '');
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, -20));
  await using second = await open(vendor.url, 'cache');
  await (await second.ask(MESSAGES, asking('Hi'))).text();
  expect(second.calls).toMatchObject([{ cached: false }]);
});

test('a key stays what it was when its answer was recorded, however a day is written', () => {
  const key = (content: string) =>
    keyOf({ vendor: 'anthropic', role: 'student', method: 'POST', path: '/v1/messages', body: { content } });
  const words = [
    "Today's date: 2026-11-26.",
    'Today is Thursday, November 26, 2026 and so on',
    'today 1.2.2026',
    `Current date${' '.repeat(55)}x November 26, 2026`,
    `current_date${'.'.repeat(75)}26, 2026`,
    `today${'.'.repeat(91)}26, 2026`,
    'today is today: 3/4/2026, TODAY 2026-1-1',
  ];
  // Taken from the keys as they were before the pattern of a day was made fast.
  expect(words.map((text) => key(text).slice(0, 16))).toEqual([
    'c8bceb61d495c026',
    '5cfd0917dfcbe89b',
    '97c744d23b3b18ef',
    'ccc7be1ce70dde7e',
    '04859122e005a6ab',
    '5989a9607d9aa29a',
    '8ac7ce217051bd1b',
  ]);
});

test('a key is made of one word as fast as of another', () => {
  const millisecondsFor = (content: string) => {
    const start = performance.now();
    keyOf({ vendor: 'anthropic', role: 'student', method: 'POST', path: '/v1/messages', body: { content } });
    return performance.now() - start;
  };
  const fastest = (word: string) => Math.min(...[1, 2, 3].map(() => millisecondsFor(word.repeat(200_000))));
  // About four times as long; where every shorter gap behind the word is tried, two hundred times.
  expect(fastest('today') / fastest('night')).toBeLessThan(40);
});

test('keys are the same for what is volatile, and differ for what is asked', () => {
  const key = (content: string, more = {}) =>
    keyOf({ vendor: 'anthropic', role: 'student', method: 'POST', path: '/v1/messages', body: { content, ...more } });
  const one =
    "Today's date: 2026-11-26. At 2026-11-26T10:00:00Z in /tmp/run-Ab12Cd/x, toolu_01AbCdEfGh, 0b0e7c1a-1111-4222-8333-444455556666";
  const two =
    "Today's date: 2026-12-01. At 2026-12-01T11:30:09Z in /tmp/run-Zz98Yy/x, toolu_09ZyXwVuTs, 9f9e7c1a-1111-4222-8333-444455556666";
  expect(key(one, { user: 'a' })).toBe(key(two, { user: 'b' }));
  expect(key('API version 2026-11-26')).not.toBe(key('API version 2026-12-01'));
  expect(key('wait 5 seconds')).not.toBe(key('wait 6 seconds'));
});
