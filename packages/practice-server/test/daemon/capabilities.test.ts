import { PracticeError, ROUTES, type Route } from '@agent-factory/protocol';
import { COACH_ROUTES } from '@agent-factory/protocol/coach';
import { HINT_ROUTES } from '@agent-factory/protocol/hints';
import { NUDGE_ROUTES } from '@agent-factory/protocol/nudges';
import { PROGRESS_ROUTES } from '@agent-factory/protocol/progress';
import { RECORDING_ROUTES } from '@agent-factory/protocol/recordings';
import { STAGE_ROUTES } from '@agent-factory/protocol/stages';
import { WATCH_ROUTES } from '@agent-factory/protocol/watch';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod';
import type { Capability } from '../../src/capabilities/capability.js';
import { CAPABILITIES } from '../../src/capabilities/list.js';
import { tablesOf } from '../../src/capabilities/tables-of.js';
import { readBody, readQuery } from '../../src/http/request-body.js';
import { inspectDatabase } from '../../src/store/inspect.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { execute, query } from '../fixtures/machine/database.js';
import { Home } from '../fixtures/machine/home.js';

const noteSchema = z.strictObject({ text: z.string() });
const READ: Route = { method: 'GET', path: '/toys', response: z.array(noteSchema) };
const WRITE: Route = { method: 'POST', path: '/toys', request: noteSchema, response: noteSchema };

const NAMES = CAPABILITIES.map(({ name }) => name);

type ToyTables = { toys: { text: string } };

/** A capability that uses all there is, and a list of what it has heard of. */
function toyCapability() {
  const heard: string[] = [];
  const toy: Capability = {
    name: 'toy',
    tables: {
      migrations: {
        '001-toys': {
          async up(db: Kysely<unknown>) {
            await db.schema
              .createTable('toys')
              .addColumn('text', 'text', (column) => column.notNull())
              .execute();
          },
        },
      },
      tables: { toys: { columns: ['text'], row: noteSchema } },
    },
    open(host) {
      const store = host.store.withTables<ToyTables>();
      return {
        routes: [
          {
            route: READ,
            handler: async (request, response) => {
              const { text = '%' } = readQuery(request, noteSchema.partial());
              response.json(await store.selectFrom('toys').selectAll().where('text', 'like', text).execute());
            },
          },
          {
            route: WRITE,
            handler: async (request, response) => {
              const note = readBody(request, noteSchema);
              if (note.text === 'broken') throw new PracticeError('invalid_request', 'A broken toy.');
              await store.insertInto('toys').values(note).execute();
              response.json(note);
            },
          },
        ],
        sockets: [
          {
            path: '/toys/',
            connect: async (socket, request) => {
              if (request.url === '/toys/broken') throw new Error('a toy that breaks');
              socket.on('message', (data) => socket.send(`echo ${data}`));
            },
          },
        ],
        hooks: {
          onActivity: (exerciseId) => void heard.push(`activity ${exerciseId}`),
          onJudged: async ({ exerciseId, result }) => void heard.push(`judged ${exerciseId} ${result.status}`),
          onReset: (exerciseId) => void heard.push(`reset ${exerciseId}`),
          duringCheck: async (_exerciseId, check) => {
            heard.push('check begins');
            return check().finally(() => heard.push('check ends'));
          },
          outlineOf: async () => ({ network: true }),
        },
        health: () => ({ heard: heard.length }),
        close: async () => void heard.push('closed'),
      };
    },
  };
  return { toy, heard };
}

/** Opens a WebSocket as a page; resolves with what it answers, or with how it was refused or closed. */
function say(daemon: TestDaemon, path: string, text: string): Promise<string> {
  const socket = new WebSocket(`${daemon.url.replace('http', 'ws')}${path}`, { origin: daemon.origin });
  return new Promise<string>((resolve) => {
    socket.on('open', () => socket.send(text));
    socket.on('message', (data) => resolve(String(data)));
    socket.on('unexpected-response', (_request, response) => resolve(`refused ${response.statusCode}`));
    socket.on('close', (code) => resolve(`closed ${code}`));
    socket.on('error', () => {});
  }).finally(() => socket.terminate());
}

/** What a daemon answers for every route there is, and for its health. */
async function surface(daemon: TestDaemon) {
  const health = await daemon.request('/health');
  const toys = await daemon.request('/toys', { headers: { Origin: daemon.origin } });
  return { capabilities: Object.keys((health.json as { capabilities: object }).capabilities), toys: toys.status };
}

describe('a capability', () => {
  let home: Home;

  beforeEach(async () => {
    home = await Home.make();
  });
  afterEach(() => home[Symbol.asyncDispose]());

  test('that is added has its routes, its tables, its socket and its share of health', async () => {
    const { toy } = toyCapability();
    await using daemon = await TestDaemon.open({ home, capabilities: [...CAPABILITIES, toy] });

    expect((await daemon.post('/toys', { text: 'a ball' })).json).toEqual({ text: 'a ball' });
    expect((await daemon.request('/toys', { headers: { Origin: daemon.origin } })).json).toEqual([{ text: 'a ball' }]);
    expect(await say(daemon, '/toys/1', 'hello')).toBe('echo hello');
    expect(await surface(daemon)).toEqual({ capabilities: [...NAMES, 'toy'], toys: 200 });
  });

  test('stands behind the same guard, body limits and errors as the core', async () => {
    const { toy } = toyCapability();
    await using daemon = await TestDaemon.open({ home, capabilities: [...CAPABILITIES, toy] });

    const stranger = { Origin: 'http://evil.example' };
    expect((await daemon.request('/toys')).status).toBe(401);
    expect((await daemon.request('/toys', { headers: stranger })).status).toBe(403);
    expect((await daemon.post('/toys', { text: 'broken' })).json).toMatchObject({ error: 'invalid_request' });
    const { json } = await daemon.request('/toys?text=1&text=2', { headers: { Origin: daemon.origin } });
    expect(json).toMatchObject({ error: 'invalid_request' });
    expect((await daemon.post('/toys', { colour: 'red' })).json).toMatchObject({ error: 'invalid_request' });
    expect((await daemon.post('/toys', { text: 'x'.repeat(100_000) })).status).toBe(413);
    expect(
      (await daemon.request('/toys', { method: 'DELETE', headers: { Origin: daemon.origin } })).json,
    ).toMatchObject({
      error: 'method_not_allowed',
      message: '/toys takes GET and POST.',
    });
    expect(await say(daemon, '/toys/broken', 'hello')).toBe('closed 4005');
    expect((await daemon.request('/health')).json).toMatchObject({ faults: 1 });
  });

  test('hears what happens to exercises, and adds to what the panel knows of them', async () => {
    const { toy, heard } = toyCapability();
    await using daemon = await TestDaemon.open({ home, capabilities: [...CAPABILITIES, toy] });

    expect((await daemon.start()).outline.network).toBe(true);
    await daemon.post('/exercises/verify', { exerciseId: 'first-steps' });
    await daemon.post('/exercises/reset', { exerciseId: 'first-steps' });
    expect(heard).toEqual([
      'activity first-steps',
      'activity first-steps',
      'check begins',
      'judged first-steps failed',
      'check ends',
      'reset first-steps',
    ]);
  });

  test('has recorded a result before the student learns it', async () => {
    const heard: string[] = [];
    const slow: Capability = {
      name: 'slow',
      open: () => ({
        hooks: {
          // Longer than any answer takes that does not wait for this.
          onJudged: async () => {
            for (let round = 0; round < 20; round += 1) await daemon.request('/health');
            heard.push('recorded');
          },
        },
      }),
    };
    await using daemon = await TestDaemon.open({ home, capabilities: [slow] });
    await daemon.start();
    await daemon.post('/exercises/verify', { exerciseId: 'first-steps' });
    expect(heard).toEqual(['recorded']);
  });

  test('takes part in a check beside others that do, each around all that the one before it does', async () => {
    const heard: string[] = [];
    const around = (name: string): Capability => ({
      name,
      open: () => ({
        hooks: {
          duringCheck: (_exerciseId, check) => {
            heard.push(`${name} begins`);
            return check().finally(() => heard.push(`${name} ends`));
          },
        },
      }),
    });
    const idle: Capability = { name: 'idle', open: () => ({ hooks: {} }) };
    const capabilities = [around('inner'), idle, around('middle'), around('outer')];
    await using daemon = await TestDaemon.open({ home, capabilities });
    await daemon.start();
    expect((await daemon.post('/exercises/verify', { exerciseId: 'first-steps' })).status).toBe(200);
    const begin = ['outer begins', 'middle begins', 'inner begins'];
    expect(heard).toEqual([...begin, 'inner ends', 'middle ends', 'outer ends']);
  });

  test('is closed once, after the last request and before the store', async () => {
    const { toy, heard } = toyCapability();
    const daemon = await TestDaemon.open({ home, capabilities: [...CAPABILITIES, toy] });
    await daemon.daemon.close();
    await daemon.daemon.close();
    expect(heard).toEqual(['closed']);
  });

  test('is closed before those that were opened before it, and keeps none of them open where it fails', async () => {
    const heard: string[] = [];
    const closing = (name: string): Capability => ({
      name,
      open: () => ({ close: async () => void heard.push(name) }),
    });
    const broken: Capability = { name: 'broken', open: () => ({ close: () => Promise.reject(new Error('stuck')) }) };
    const throwing: Capability = {
      name: 'throwing',
      open: () => ({
        close() {
          throw new Error('stuck');
        },
      }),
    };
    const capabilities = [closing('first'), throwing, closing('second'), broken, closing('last')];
    const daemon = await TestDaemon.open({ home, capabilities });
    await daemon.daemon.close();
    expect(heard).toEqual(['last', 'second', 'first']);
  });

  test('that is removed leaves no route, no socket and no share, and its data is there when it comes back', async () => {
    const { toy, heard } = toyCapability();
    {
      await using daemon = await TestDaemon.open({ home, capabilities: [...CAPABILITIES, toy] });
      await daemon.post('/toys', { text: 'kept' });
      await daemon.start();
    }
    const told = heard.length;
    {
      await using daemon = await TestDaemon.open({ home });
      expect(await surface(daemon)).toEqual({ capabilities: NAMES, toys: 404 });
      expect(await say(daemon, '/toys/1', 'hello')).toBe('refused 404');
      expect((await daemon.start()).outline.network).toBe(false);
      expect(heard).toHaveLength(told);
    }
    expect(
      query(home.in('.af-practice', 'state.db'), "select name from sqlite_schema where name like '%toys%'"),
    ).toEqual(expect.arrayContaining([{ name: 'toys' }]));
    await using daemon = await TestDaemon.open({ home, capabilities: [...CAPABILITIES, toy] });
    expect((await daemon.request('/toys', { headers: { Origin: daemon.origin } })).json).toEqual([{ text: 'kept' }]);
  });

  test('has its rows saved with the others where the database is damaged', async () => {
    const { toy } = toyCapability();
    const database = home.in('.af-practice', 'state.db');
    {
      await using daemon = await TestDaemon.open({ home, capabilities: [...CAPABILITIES, toy] });
      await daemon.post('/toys', { text: 'saved' });
      await daemon.start();
    }
    execute(database, 'drop table sessions');
    await using daemon = await TestDaemon.open({ home, capabilities: [...CAPABILITIES, toy] });
    expect((await daemon.request('/toys', { headers: { Origin: daemon.origin } })).json).toEqual([{ text: 'saved' }]);
    expect(query(database, 'select exercise_id from workspaces')).toEqual([{ exercise_id: 'first-steps' }]);
  });

  test('has its table made again where it is gone', async () => {
    const { toy } = toyCapability();
    const capabilities = [...CAPABILITIES, toy];
    const database = home.in('.af-practice', 'state.db');
    await (await TestDaemon.open({ home, capabilities })).daemon.close();
    execute(database, 'drop table toys');
    expect(inspectDatabase(database, 'state.db', tablesOf(capabilities)).text).toContain('toys.text missing');
    await using daemon = await TestDaemon.open({ home, capabilities });
    expect((await daemon.post('/toys', { text: 'a ball' })).json).toEqual({ text: 'a ball' });
  });

  test('whose next version adds a table is no damage before its migration has run', async () => {
    const { toy } = toyCapability();
    const database = home.in('.af-practice', 'state.db');
    await (await TestDaemon.open({ home, capabilities: [toy] })).daemon.close();
    const next: Capability = {
      ...toy,
      tables: {
        migrations: {
          ...toy.tables?.migrations,
          '002-boxes': {
            up: (db: Kysely<unknown>) => db.schema.createTable('toy_boxes').addColumn('text', 'text').execute(),
          },
        },
        tables: { ...toy.tables?.tables, toy_boxes: { columns: ['text'], row: noteSchema } },
      },
    };
    const finding = () => inspectDatabase(database, 'state.db', tablesOf([next]));
    expect(finding()).toEqual({ ok: true, text: 'state.db is intact' });
    await (await TestDaemon.open({ home, capabilities: [next] })).daemon.close();
    expect(query(database, 'select * from toy_boxes')).toEqual([]);
    expect(finding()).toEqual({ ok: true, text: 'state.db is intact' });
  });

  test('of a newer daemon is refused as newer data is', async () => {
    const { toy } = toyCapability();
    await (await TestDaemon.open({ home, capabilities: [toy] })).daemon.close();
    execute(home.in('.af-practice', 'state.db'), "update toy_migration set name = '002-later'");
    await expect(TestDaemon.open({ home, capabilities: [toy] })).rejects.toThrow(/newer practice server/);
  });

  test.each<[string, Capability, string]>([
    [
      'a route that is served already',
      { name: 'twice', open: () => ({ routes: [{ route: WATCH_ROUTES.watch, handler: () => {} }] }) },
      'POST /exercises/watch is served twice',
    ],
    [
      'a route of the core',
      { name: 'greedy', open: () => ({ routes: [{ route: ROUTES.start, handler: () => {} }] }) },
      'POST /exercises/start is served twice',
    ],
    [
      'the route that ends the daemon',
      { name: 'greedy', open: () => ({ routes: [{ route: { ...WRITE, path: '/shutdown' }, handler: () => {} }] }) },
      'POST /shutdown is served twice',
    ],
    [
      'a socket below that of terminals',
      { name: 'hidden', open: () => ({ sockets: [{ path: '/terminal/toys/', connect: async () => {} }] }) },
      'The paths of WebSockets clash: /terminal/toys/ and /terminal/',
    ],
    [
      'a path without its slash',
      { name: 'open', open: () => ({ sockets: [{ path: 'toys/', connect: async () => {} }] }) },
      'begins with a slash: toys/',
    ],
    ['a name that another has', { name: 'watch', open: () => ({}) }, 'Two capabilities are called watch'],
    ['a name that SQL would not take', { name: 'two words', open: () => ({}) }, '"two words" cannot be the name'],
    ['the name of the core', { name: 'kysely', open: () => ({}) }, '"kysely" cannot be the name'],
  ])('with %s is a mistake in the program, and told at the start', async (_what, wrong, message) => {
    await expect(TestDaemon.open({ home, capabilities: [...CAPABILITIES, wrong] })).rejects.toThrow(message);
  });

  test.each([
    ['hints', Object.values(HINT_ROUTES)],
    ['progress', Object.values(PROGRESS_ROUTES)],
    ['watch', Object.values(WATCH_ROUTES)],
    ['recordings', Object.values(RECORDING_ROUTES)],
    ['stages', Object.values(STAGE_ROUTES)],
    ['nudges', Object.values(NUDGE_ROUTES)],
    ['coach', Object.values(COACH_ROUTES)],
  ])('%s can be left out, and all the rest works on', async (left, routes) => {
    await using daemon = await TestDaemon.open({
      home,
      capabilities: CAPABILITIES.filter(({ name }) => name !== left),
    });
    for (const { method, path } of routes) {
      const answer =
        method === 'POST'
          ? daemon.post(path, {})
          : daemon.request(path, { method, headers: { Origin: daemon.origin } });
      // 405 where the path is also one of another's, for the other method.
      expect([404, 405]).toContain((await answer).status);
    }
    await daemon.start();
    const checked = await daemon.post('/exercises/verify', { exerciseId: 'first-steps' });
    expect(checked.json).toMatchObject({ status: 'failed' });
    expect((await daemon.post('/exercises/reset', { exerciseId: 'first-steps' })).status).toBe(200);
  });
});
