import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { practiceEventSchema } from '@agent-factory/protocol/events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Cli, serveLessons } from '../fixtures/cli.js';
import { executeElsewhere } from '../fixtures/machine/database.js';
import { Home } from '../fixtures/machine/home.js';
import { CAN_MOUNT, OnSmallDisk } from '../fixtures/machine/small-disk.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { type HttpAnswer, send } from '../fixtures/wire/http.js';
import { Curl } from './curl.js';

const START = { exerciseId: 'first-steps' };
const ORIGIN = { Origin: 'http://localhost:3000' };

let home: Home;
let cli: Cli;
let url: string;
let token: string;

async function serve(): Promise<void> {
  cli = await serveLessons(home);
  const discovery = await cli.discovery();
  url = `http://127.0.0.1:${discovery.port}`;
  token = discovery.token;
}

beforeEach(async () => {
  home = await Home.make();
  await serve();
});
afterEach(async () => {
  await cli[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

function post(path: string, body: object = START): Promise<HttpAnswer> {
  const headers = { ...ORIGIN, 'Content-Type': 'application/json' };
  return send(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

const follow = (query = '', headers: Record<string, string> = {}) =>
  new Curl(`${url}/events${query}`, { Authorization: `Bearer ${token}`, ...headers });

const past = (query = '', headers: Record<string, string> = {}) =>
  Curl.read(`${url}/events?follow=no${query}`, { Authorization: `Bearer ${token}`, ...headers });

/** Resident memory of the daemon in megabytes. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${cli.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

describe('GET /events', () => {
  test('[terminal-events 5 events] tells curl with the token what happens, each event in the form of the protocol', async () => {
    await using curl = follow();
    await waitUntil('the beginning', () => curl.messages.length === 1);
    expect(curl.text).toMatch(/^content-type: text\/event-stream/im);
    expect(curl.messages[0]).toEqual({ type: 'stream_opened', cursor: curl.ids[0], gap: false });
    await post('/exercises/start');
    await post('/exercises/verify?checkId=my-check');
    await waitUntil('the end of the check', () => curl.types.includes('check_ended'));
    const events = curl.messages.slice(1).map((event) => practiceEventSchema.parse(event));
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['session_started', 'check_began', 'criterion_judged', 'check_ended']),
    );
    const [log] = curl.ids[0]?.split('-') ?? [];
    expect(curl.ids.slice(1)).toEqual(events.map(({ id }) => `${log}-${id}`));
    expect(curl.messages.find(({ type }) => type === 'check_began').data).toEqual({ checkId: 'my-check' });
  });

  test('needs an origin that is allowed, or the token', async () => {
    expect((await Curl.read(`${url}/events?follow=no`, {})).status).toBe(401);
    expect((await Curl.read(`${url}/events?follow=no`, { Authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await Curl.read(`${url}/events?follow=no`, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await Curl.read(`${url}/events?follow=no`, ORIGIN)).status).toBe(200);
  });

  test('[terminal-events 5 events-resume] goes on after Last-Event-ID, which counts more than the query', async () => {
    await post('/exercises/start');
    await post('/exercises/verify');
    const { ids } = await past('&after=start');
    const half = ids[3] ?? '';
    const rest = await past('&after=start', { 'Last-Event-ID': half });
    expect(rest.messages[0]).toEqual({ type: 'stream_opened', cursor: half, gap: false });
    expect(rest.ids.slice(1)).toEqual(ids.slice(4));
    expect((await past(`&after=${half}`)).ids.slice(1)).toEqual(ids.slice(4));
    expect((await past('&after=start&latest=2')).ids.slice(1)).toEqual(ids.slice(-2));
  });

  test('[terminal-events 5 events] tells of one exercise, and of some types, alone', async () => {
    await post('/exercises/start');
    await post('/exercises/verify');
    await send(`${url}/progress/reset`, {
      method: 'POST',
      headers: { ...ORIGIN, 'Content-Type': 'application/json' },
      body: JSON.stringify({ confirmed: true }),
    });
    const { messages } = await past('&after=start');
    const wanted = messages.filter(({ exerciseId }) => exerciseId === 'first-steps');
    expect(wanted.length).toBeLessThan(messages.length - 1);
    expect((await past('&after=start&exerciseId=first-steps')).messages.slice(1)).toEqual(wanted);
    const types = (await past('&after=start&type=check_began,check_ended')).types;
    expect(types).toEqual(['stream_opened', 'check_began', 'check_ended']);
    expect((await past('&after=start&conversationId=none')).types).toEqual(['stream_opened']);
  });

  test.each([
    ['another log', 'ffffffff-1'],
    ['the future', ''],
  ])('[terminal-events 5 events-gap] tells of a gap after a place of %s', async (_, place) => {
    await post('/exercises/start');
    const [cursor = ''] = (await past()).ids;
    const asked = place === '' ? `${cursor.split('-')[0]}-999999999` : place;
    const { messages } = await past('', { 'Last-Event-ID': asked });
    expect(messages[0]).toEqual({ type: 'stream_opened', cursor: expect.any(String), gap: true });
  });

  test.each([
    ['Last-Event-ID: 7', '', { 'Last-Event-ID': '7' }],
    ['Last-Event-ID: x-1', '', { 'Last-Event-ID': 'zzzzzzzz-1' }],
    ['a megabyte of digits', '', { 'Last-Event-ID': `9f86d081-${'9'.repeat(10_000)}` }],
    ['after', '&after=yesterday', {}],
    ['type', '&type=moon_landed', {}],
    ['exercise', '&exerciseId=../etc', {}],
    ['follow', '&follow=maybe', {}],
    ['latest', '&latest=0', {}],
    ['twice', '&after=now&after=start', {}],
  ])('[terminal-events 5 events-gap] refuses what is no request, in words: %s', async (_, query, headers) => {
    const answer = await past(query, headers as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('"error":"invalid_request"');
  });
});

describe('a reader that does not read', () => {
  test('[terminal-events 5 events-slow-reader] costs the daemon nothing, whatever happens meanwhile, and reads on from where it was', async () => {
    await post('/exercises/start');
    const file = home.in('.af-practice', 'state.db');
    // Some 20 MB, straight into the log: what counts is that they are to be read, not how they came.
    const flood = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
      insert into events (at, type, data) select '2026-01-01T00:00:00.000Z', 'nudge_dropped',
      json_object('nudgeId', 'n', 'reason', hex(zeroblob(1900))) from n`;
    await cli.end('SIGTERM');
    executeElsewhere(file, flood);
    await serve();
    await past('&latest=1');
    const before = await memory();
    const stalled = [];
    for (let count = 0; count < 20; count += 1) {
      const one = request(`${url}/events?after=start`, { headers: ORIGIN, agent: false });
      one.on('error', () => undefined).on('response', (incoming) => incoming.pause());
      stalled.push(one.end());
    }
    await new Promise((resolve) => setTimeout(resolve, 1500));
    for (let count = 0; count < 20; count += 1) await post('/exercises/verify');
    expect((await memory()) - before).toBeLessThan(40);
    for (const one of stalled) one.destroy();
    expect((await past('&after=start&type=nudge_dropped')).messages).toHaveLength(5001);
  });
});

describe('a daemon that is killed', () => {
  test('[terminal-events 5 events-resume] loses no event that was seen, tells none twice, and ends the check that it had begun', async () => {
    const seen: string[] = [];
    let last = '';
    for (let round = 0; round < 3; round += 1) {
      await post('/exercises/start');
      await using curl = follow(last === '' ? '?after=start' : '', last === '' ? {} : { 'Last-Event-ID': last });
      await waitUntil('the beginning', () => curl.messages.length > 0);
      expect(curl.messages[0].gap).toBe(false);
      const checks = Promise.allSettled([1, 2, 3].map(() => post('/exercises/verify')));
      const count = curl.messages.length;
      await waitUntil('some', () => curl.messages.length > count + round);
      await cli.end('SIGKILL');
      await checks;
      seen.push(...curl.ids.slice(1));
      last = seen.at(-1) ?? '';
      await serve();
    }
    expect(new Set(seen).size).toBe(seen.length);
    const all = await past('&after=start');
    expect(all.ids.slice(1, 1 + seen.length)).toEqual(seen);
    const numbers = all.messages.slice(1).map(({ id }) => id);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    const began = all.types.filter((type) => type === 'check_began').length;
    expect(all.types.filter((type) => type === 'check_ended').length).toBe(began);
  });
});

describe('a disk that takes nothing', () => {
  test.skipIf(!CAN_MOUNT)('holds events back until there is space; none is lost', async () => {
    await using elsewhere = await Home.make();
    await using daemon = new OnSmallDisk(elsewhere);
    const { json } = await daemon.ask('/health');
    const events = (query: string) =>
      send(`http://127.0.0.1:${json.port}/events?follow=no${query}`, { headers: ORIGIN });
    const resets = async () => ((await events('&after=start')).text.match(/"reason":"reset"/g) ?? []).length;
    await daemon.ask('/progress/reset', JSON.stringify({ confirmed: true }));
    expect(await resets()).toBe(1);
    daemon.fill();
    daemon.fillUp();
    const failed = await daemon.ask('/progress/reset', JSON.stringify({ confirmed: true }));
    expect([200, 507]).toContain(failed.status);
    expect((await daemon.ask('/health')).status).toBe(200);
    for (const name of ['filler', 'last']) rmSync(daemon.on(name));
    await daemon.ask('/progress/reset', JSON.stringify({ confirmed: true }));
    const expected = failed.status === 200 ? 3 : 2;
    await waitUntil('all', async () => (await resets()) === expected);
  });
});
