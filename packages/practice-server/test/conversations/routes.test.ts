import { readdir } from 'node:fs/promises';
import { ERRORS, type ErrorCode, errorBodySchema } from '@agent-factory/protocol';
import { AGENT_ROUTES } from '@agent-factory/protocol/agents';
import { CONVERSATION_ROUTES } from '@agent-factory/protocol/conversations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Chat, EXERCISE, LESSON } from '../fixtures/chat.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { executeElsewhere } from '../fixtures/machine/database.js';
import { Home } from '../fixtures/machine/home.js';
import { describeAgents } from '../fixtures/scripted-agent.js';
import type { HttpAnswer } from '../fixtures/wire/http.js';

const UNKNOWN = '5e0a4f64-0000-4000-8000-000000000001';
const ROUTES = [...Object.values(CONVERSATION_ROUTES), ...Object.values(AGENT_ROUTES)];

/** A thousand and three about one lesson, all of the same moment. */
const MANY_CONVERSATIONS = `
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1003)
  INSERT INTO conversations (
    id, subject_kind, subject, subject_title, agent, title, status, place, created_at, updated_at, usage, told, log_offset
  ) SELECT
    printf('5e0a4f64-0000-4000-9000-%012d', n), 'lesson', '/many', 'Many', 'scripted', '', 'idle', 'chat',
    '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '{}', '{}', 0
  FROM numbers`;

let home: Home;
let daemon: TestDaemon;
let chat: Chat;
beforeAll(async () => {
  home = await Home.make();
  await describeAgents(home);
  daemon = await TestDaemon.open({ home });
  chat = await Chat.open(daemon.url);
});
afterAll(async () => {
  chat[Symbol.dispose]();
  await daemon[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

function expectError(answer: HttpAnswer, code: ErrorCode): void {
  const body = errorBodySchema.parse(answer.json);
  expect([body.error, answer.status]).toEqual([code, ERRORS[code].status]);
}

const get = (path: string, headers: Record<string, string> = {}) =>
  daemon.request(path, { headers: { Origin: daemon.origin, ...headers } });

describe.each(ROUTES.map(({ method, path }) => [method, path] as const))('%s %s', (method, path) => {
  const place = path.replace(':id', UNKNOWN).replace(':permissionId', 'permission-1');
  const body = method === 'POST' ? { headers: { 'Content-Type': 'application/json' }, body: '{}' } : {};

  test('[cli-execution-modes Q4 origins] lets in a page of an allowed origin or who has the token, and nobody else', async () => {
    const ask = (headers: Record<string, string>) =>
      daemon.request(place, { method, ...body, headers: { ...body.headers, ...headers } });
    const { token } = JSON.parse(await home.read('.af-practice-server.json'));
    expectError(await ask({}), 'unauthorized');
    expectError(await ask({ Authorization: 'Bearer wrong' }), 'unauthorized');
    for (const Origin of [
      'https://evil.example',
      'null',
      'http://localhost:3000.evil.example',
      'http://localhost:30000',
    ])
      expectError(await ask({ Origin }), 'origin_forbidden');
    const allowed = [await ask({ Origin: daemon.origin }), await ask({ Authorization: `Bearer ${token}` })];
    for (const { status } of allowed) expect([401, 403]).not.toContain(status);
  });
});

describe('a request about a conversation', () => {
  const IDS = [
    '..',
    '%2e%2e',
    '%2e%2e%2fstate.db',
    '..%5c..',
    `${UNKNOWN}%00`,
    `${UNKNOWN}%0a`,
    "'%20or%201=1",
    'null',
    '0',
    'x'.repeat(5000),
  ];

  test.each(['', '/events', '/export'])('with an id that is none is not found: GET %s', async (path) => {
    for (const id of [UNKNOWN, ...IDS]) {
      // Two of them are the way to another route, which answers without an end.
      const { status, json } = await get(
        `/conversations/${id}${path}${path === '/events' ? '?follow=no&after=0' : ''}`,
      );
      expect([id, status]).toEqual([id, status === 400 ? 400 : 404]);
      expect(['conversation_not_found', 'not_found', 'invalid_request']).toContain(json.error);
    }
  });

  test('with an id that is none is not found, whatever is to be done', async () => {
    const bodies = {
      '/messages': { text: 'a' },
      '/permissions/x': { optionId: 'a' },
      '/interrupt': {},
      '/rename': { title: 'a' },
      '/hand-over': { to: 'chat' },
      '/delete': {},
    };
    for (const [path, body] of Object.entries(bodies))
      for (const id of [UNKNOWN, ...IDS]) {
        const { status, json } = await daemon.post(`/conversations/${id}${path}`, body);
        expect([path, id, status]).toEqual([path, id, 404]);
        expect(['conversation_not_found', 'not_found']).toContain(json.error);
      }
  });

  test('writes nothing beside what it is about', async () => {
    const before = await readdir(home.path);
    const odd = { kind: 'lesson', path: '../../../../escaped', title: '../x' };
    using other = await Chat.open(daemon.url, { subject: odd });
    await other.say('say hello');
    expect((await readdir(home.path)).filter((name) => !before.includes(name))).toEqual(['agent-log.jsonl']);
    expect(await readdir(home.in('af-practice', '_lessons'))).toEqual(['escaped']);
  });
});

const WRONG: [path: string, bodies: unknown[]][] = [
  [
    '/conversations',
    [
      {},
      [],
      { subject: null },
      { subject: { kind: 'file', path: '/etc/passwd' } },
      { subject: { kind: 'lesson', path: '', title: 'a' } },
      { subject: { kind: 'lesson', path: 'x'.repeat(501), title: 'a' } },
      { subject: { kind: 'lesson', path: '/', title: '  ' } },
      { subject: { kind: 'exercise', exerciseId: '../x' } },
      { subject: EXERCISE, agent: '../bin/sh' },
      { subject: EXERCISE, agent: 7 },
      { subject: LESSON, title: 'x'.repeat(201) },
      { subject: LESSON, fromTerminal: 'yes' },
    ],
  ],
  [
    '/messages',
    [
      {},
      { text: '' },
      { text: '  \n ' },
      { text: 7 },
      { text: 'x'.repeat(100_001) },
      { text: 'a', replaces: 0 },
      { text: 'a', replaces: -1 },
      { text: 'a', replaces: 1.5 },
      { text: 'a', replaces: '1' },
      { text: 'a', model: 7 },
      { text: 'a', mode: 'x'.repeat(201) },
      { text: 'a', context: [] },
      { text: 'a', context: { lesson: { path: '/', title: 'a' } } },
      { text: 'a', context: { selection: 'x'.repeat(20_001) } },
      { text: 'a', context: { lesson: { path: '/', title: 'a', text: 'x'.repeat(200_001) } } },
    ],
  ],
  ['/permissions/permission-1', [{}, { optionId: 7 }, { optionId: 'x'.repeat(201) }]],
  ['/rename', [{}, { title: '' }, { title: ' ' }, { title: 'x'.repeat(201) }]],
  ['/hand-over', [{}, { to: 'browser' }, { to: 'chat', confirmed: 'yes' }]],
];

describe.each(WRONG)('POST …%s', (path, bodies) => {
  test('refuses a body of another shape, and says what is wrong with it', async () => {
    const place = path === '/conversations' ? path : `/conversations/${chat.id}${path}`;
    for (const body of bodies) {
      const answer = await daemon.post(place, body);
      expect([JSON.stringify(body).slice(0, 100), answer.status]).toEqual([JSON.stringify(body).slice(0, 100), 400]);
      expectError(answer, 'invalid_request');
      expect(answer.json.issues.length).toBeGreaterThan(0);
    }
    expect((await chat.conversation()).status).toBe('idle');
  });
});

describe('a body that is too large', () => {
  test('is refused with its limit, which is larger for messages', async () => {
    const large = { text: 'a', more: 'x'.repeat(20_000) };
    for (const path of ['/rename', '/hand-over', '/interrupt', '/delete']) {
      const answer = await chat.post(path, large);
      expectError(answer, 'payload_too_large');
      expect(answer.json.limitBytes).toBe(16 * 1024);
    }
    const huge = await chat.post('/messages', { text: 'x'.repeat(1024 * 1024) });
    expectError(huge, 'payload_too_large');
    expect(huge.json.limitBytes).toBe(1024 * 1024);
  });

  test('is taken as long as it may be', async () => {
    const lesson = { path: '/', title: 'a', text: '€'.repeat(200_000) };
    await chat.say(`${'€'.repeat(99_000)}\nsay hello`, { context: { lesson } });
    expect(chat.answers.at(-1)).toBe('hello');
  });
});

describe('the list of conversations', () => {
  test('is that of a lesson, of an exercise, or of all', async () => {
    using lesson = await Chat.open(daemon.url, { subject: { ...LESSON, path: '/list' } });
    using exercise = await Chat.open(daemon.url, { subject: EXERCISE });
    const ids = async (query: string) =>
      (await get(`/conversations${query}`)).json.conversations.map(({ id }: { id: string }) => id);
    expect(await ids('?lesson=/list')).toEqual([lesson.id]);
    expect(await ids('?exerciseId=first-steps')).toEqual([exercise.id]);
    expect(await ids('?lesson=/nobody')).toEqual([]);
    expect(await ids('')).toEqual(expect.arrayContaining([lesson.id, exercise.id, chat.id]));
    for (const query of ['?exerciseId=../x', '?exerciseId=', '?lesson=a&lesson=b'])
      expectError(await get(`/conversations${query}`), 'invalid_request');
  });

  test('goes on where it ends, for more than are listed at once', async () => {
    executeElsewhere(home.in('.af-practice', 'state.db'), MANY_CONVERSATIONS);
    const first = (await get('/conversations?lesson=/many')).json;
    expect([first.conversations.length, first.next]).toEqual([1000, first.conversations.at(-1).id]);
    const rest = (await get(`/conversations?lesson=/many&before=${first.next}`)).json;
    expect(rest.conversations).toHaveLength(3);
    expect(rest).not.toHaveProperty('next');
    expectError(await get(`/conversations?before=${UNKNOWN}`), 'conversation_not_found');
    expectError(await get('/conversations?before=1'), 'invalid_request');
  });

  test('loses one that is deleted, twice if need be', async () => {
    using other = await Chat.open(daemon.url);
    expect((await other.post('/delete')).json).toEqual({ ok: true });
    expectError(await other.post('/delete'), 'conversation_not_found');
    expectError(await other.post('/messages', { text: 'a' }), 'conversation_not_found');
  });
});

test('health tells how many agents run as conversations', async () => {
  const agents = async () => (await daemon.request('/health')).json.capabilities.conversations.agents;
  const before = await agents();
  using other = await Chat.open(daemon.url);
  expect(await agents()).toBe(before);
  await other.say('say hello');
  expect(await agents()).toBe(before + 1);
  await other.post('/delete');
  expect(await agents()).toBe(before);
});

describe('an export', () => {
  test('is a file with a name, as Markdown or JSON', async () => {
    using other = await Chat.open(daemon.url);
    await other.say('say hello');
    const markdown = await get(`/conversations/${other.id}/export`);
    expect(markdown.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="?conversation-[\d-]+-[0-9a-f]{8}\.md"?$/),
    });
    expect(markdown.text).toContain('## Tutor\n\nhello');
    const json = await get(`/conversations/${other.id}/export?format=json`);
    expect(json.headers['content-disposition']).toContain('.json');
    expect(json.json).toMatchObject({ format: 'af-practice-conversation', formatVersion: 1, id: other.id });
    expectError(await get(`/conversations/${other.id}/export?format=pdf`), 'invalid_request');
  });
});
