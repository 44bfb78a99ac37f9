import { rm } from 'node:fs/promises';
import { CLIENT_MESSAGE_TYPES, SERVER_MESSAGE_TYPES } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROUTED_TYPES } from '../../src/messages/router.js';
import { CoachDesk } from '../fixtures/coach-desk.js';
import { TestPage } from '../fixtures/test-page.js';

const HELLO = { version: '1.0.0', platform: 'linux', windowSize: { width: 800, height: 600 } };
const position = { line: 1, column: 1 };
const range = { start: position, end: position };

let desk: CoachDesk;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'a.ts': 'a\n', 'src/b.ts': 'b\n' });
  await desk.begin();
});
afterEach(() => desk[Symbol.asyncDispose]());

/** The codes of the errors that a page was told. */
const codes = (page: TestPage) => page.all('connection:error').map(({ code }) => code);

describe('the router', () => {
  test('has somebody for each of the 23 types, and there are 38 to answer with [coaching-backend FR-050] [coaching-backend FR-051]', () => {
    expect(ROUTED_TYPES).toEqual(CLIENT_MESSAGE_TYPES);
    expect(ROUTED_TYPES).toHaveLength(23);
    expect(SERVER_MESSAGE_TYPES).toHaveLength(38);
  });

  test('answers a type that there is not, writes a warning, and goes on [coaching-backend 5.8] [coaching-backend FR-060] [coaching-backend SC-027]', async () => {
    const page = await desk.page();
    await page.raw('{"type":"mind:read","payload":{},"id":"x","timestamp":1}');
    expect(page.last).toMatchObject({
      id: 'x',
      payload: { code: 'unknown_message', context: { type: 'mind:read' } },
    });
    expect(desk.warnings).toEqual([{ message: 'A page has sent an unknown message', facts: { type: 'mind:read' } }]);
    await page.say('user:idle_end', {});
    expect(desk.actions('idle_end')).toHaveLength(1);
  });

  test('answers every message of a page that sends nothing but nonsense, and writes some warnings', async () => {
    const page = await desk.page();
    for (let count = 0; count < 15; count += 1) {
      await page.raw('{"type":"mind:read","payload":{},"timestamp":1}');
      await page.say('dashboard:refresh_issues', {});
    }
    expect(codes(page)).toHaveLength(30);
    expect(desk.warnings).toHaveLength(20);
  });

  test('answers what is no JSON, and writes a warning [coaching-backend FR-061] [coaching-backend EC-22]', async () => {
    const page = await desk.page();
    await page.raw('{"type":');
    expect(page.last).toMatchObject({ payload: { code: 'invalid_message', context: { issues: ['not JSON'] } } });
    expect(desk.warnings).toHaveLength(1);
  });

  test('answers what lacks a type or a payload [coaching-backend FR-049]', async () => {
    const page = await desk.page();
    for (const text of ['[]', '{"payload":{},"timestamp":1}', '{"type":"user:idle_end","timestamp":1}', '"hello"'])
      await page.raw(text);
    expect(codes(page)).toEqual(Array(4).fill('invalid_message'));
  });

  test('answers a payload of the wrong shape with what is wrong [coaching-backend EC-23]', async () => {
    const page = await desk.page();
    await page.raw('{"type":"file:open","payload":{"path":7},"id":"y","timestamp":1}');
    expect(page.last).toMatchObject({
      id: 'y',
      payload: { code: 'invalid_message', context: { type: 'file:open', issues: [expect.stringMatching(/path/)] } },
    });
  });

  test('answers messages in their order, each when those before it are done [coaching-backend FR-052]', async () => {
    const page = await desk.page();
    const done = ['a.ts', 'src/b.ts', 'nothing', 'a.ts'].map((path) => page.say('file:open', { path }));
    await Promise.all(done);
    const answers = page.told.filter(({ id }) => id !== undefined && id !== 'm1').map(({ type }) => type);
    expect(answers).toEqual(['fs:content', 'fs:content', 'connection:error', 'fs:content']);
  });
});

describe('the first message', () => {
  test('has to be hello', async () => {
    const page = new TestPage(await desk.project());
    await page.say('file:open', { path: 'a.ts' });
    expect(codes(page)).toEqual(['invalid_message']);
    expect(desk.actions('file_open')).toEqual([]);
    await page.say('connection:hello', HELLO);
    await page.say('file:open', { path: 'a.ts' });
    expect(page.all('fs:content')).toHaveLength(1);
  });

  test('is answered with the state of the project [coaching-backend 5.1] [coaching-backend FR-053] [coaching-backend SC-023]', async () => {
    const page = new TestPage(await desk.project());
    const id = await page.say('connection:hello', HELLO);
    expect(page.told[0]).toMatchObject({
      type: 'connection:init',
      id,
      payload: {
        sessionId: desk.sessionId(),
        capabilities: ['files', 'pointers', 'plan'],
        featureFlags: {},
        project: { id: 'kata', kind: 'exercise', name: 'Kata', path: '~/kata' },
        visibility: 'everything',
        hintLevel: 'region',
        watching: { by: 'events' },
        openFiles: [],
        pointers: { marks: [], glows: [], messages: [] },
        phases: [],
        issue: null,
      },
    });
  });

  test('is followed by the tree, as soon as it is read', async () => {
    const page = await desk.page();
    const { root } = await page.until('fs:tree');
    expect(root.children?.map(({ path }) => path)).toEqual(['src', 'a.ts']);
  });
});

describe('what is only written down', () => {
  test('is written down, each time, with its session and time [coaching-backend 5.5] [coaching-backend FR-057] [coaching-backend 4.1] [coaching-backend FR-041] [coaching-backend SC-017]', async () => {
    const page = await desk.page();
    await page.say('editor:tab_switch', { fromPath: null, toPath: 'a.ts' });
    await page.say('editor:selection', { path: 'a.ts', range, textLength: 0 });
    await page.say('hints:level_change', { level: 'line', previousLevel: 'file' });
    await page.say('user:idle_start', { lastActionTimestamp: 17 });
    await page.say('user:idle_end', {});
    const all = desk.actions('tab_switch', 'selection', 'hint_level_change', 'idle_start', 'idle_end');
    expect(all.map(({ action_type, data }) => [action_type, data])).toEqual([
      ['tab_switch', { fromPath: null, toPath: 'a.ts' }],
      ['selection', { path: 'a.ts', range, textLength: 0 }],
      ['hint_level_change', { level: 'line', previousLevel: 'file' }],
      ['idle_start', { lastActionTimestamp: 17 }],
      ['idle_end', {}],
    ]);
    for (const { session_id, created_at } of all) {
      expect(session_id).toBe(desk.sessionId());
      expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(10_000);
    }
  });

  test('is written down however fast it comes [coaching-backend EC-21]', async () => {
    const page = await desk.page();
    const count = 200;
    const said = Array.from({ length: count }, () => page.say('editor:tab_switch', { fromPath: null, toPath: 'a.ts' }));
    await Promise.all(said);
    expect(desk.actions('tab_switch')).toHaveLength(count);
  });

  test('is discarded without a session, with a warning [coaching-backend EC-17]', async () => {
    await desk.coach.endSession('kata', 'completed');
    const page = await desk.page();
    await page.say('editor:tab_switch', { fromPath: null, toPath: 'a.ts' });
    expect(desk.actions('tab_switch')).toEqual([]);
    expect(desk.warnings).toEqual([
      { message: expect.stringMatching(/discarded/), facts: { projectId: 'kata', action: 'tab_switch' } },
    ]);
    expect(codes(page)).toEqual([]);
  });

  test('is not what is too noisy', async () => {
    const page = await desk.page();
    const before = desk.actions().length;
    await page.say('terminal:resize', { cols: 80, rows: 24 });
    await page.say('explorer:collapse_dir', { path: 'src' });
    await page.say('explorer:expand_dir', { path: 'src' });
    expect(desk.actions()).toHaveLength(before);
    expect(codes(page)).toEqual([]);
  });
});

describe('the tree', () => {
  test('is read folder by folder where it is opened, and as a whole', async () => {
    const page = await desk.page();
    const id = await page.say('explorer:expand_dir', { path: 'src' });
    const folder = page.told.find((message) => message.id === id);
    expect(folder).toMatchObject({
      type: 'fs:tree',
      payload: { root: { name: 'src', path: 'src', type: 'directory', children: [{ path: 'src/b.ts' }] } },
    });
    const whole = await page.say('explorer:expand_dir', { path: '' });
    await page.until('fs:tree', ({ root }) => root.path === '', 2);
    expect(page.told.find((message) => message.id === whole)).toMatchObject({ payload: { root: { path: '' } } });
    await page.say('explorer:expand_dir', { path: '../..' });
    expect(codes(page)).toEqual(['path_outside']);
  });
});

describe('a large tree', () => {
  test('keeps nobody waiting who types or saves meanwhile, and is told to all who have asked', async () => {
    for (let at = 0; at < 200; at += 1) await desk.write(`folder${at}/deep/a.txt`, '');
    const page = await desk.page();
    await page.until('fs:tree');
    const asked = new Set<string>();
    for (let at = 0; at < 20; at += 1) asked.add(await page.say('explorer:expand_dir', { path: '' }));
    await page.say('file:save', { path: 'new.txt', content: 'typed' });
    expect(page.all('fs:save_ack')).toHaveLength(1);
    expect(page.all('fs:tree').length).toBeLessThan(3);
    await page.until('fs:tree', () => true, 21);
    for (const { type, id } of page.told) if (type === 'fs:tree') asked.delete(id ?? '');
    expect([...asked]).toEqual([]);
  });

  test('of a folder that is gone is refused to whoever has asked for it', async () => {
    const page = await desk.page();
    await page.until('fs:tree');
    await rm(desk.folder, { recursive: true });
    const id = await page.say('explorer:expand_dir', { path: '' });
    const { code, context } = await page.until('connection:error');
    expect([code, context?.type, page.last?.id]).toEqual(['project_not_found', 'explorer:expand_dir', id]);
  });
});

describe('the hint level', () => {
  test('is kept, and moves the slider of other pages', async () => {
    const page = await desk.page();
    const other = await desk.page();
    const count = page.told.length;
    await page.say('hints:level_change', { level: 'none', previousLevel: 'region' });
    expect(other.all('connection:init').at(-1)?.hintLevel).toBe('none');
    expect(page.typesAfter(count)).toEqual([]);
    await desk.restart();
    expect((await desk.page()).all('connection:init')[0]?.hintLevel).toBe('none');
  });
});

describe('what needs thought, in a daemon without a mind', () => {
  const later = {
    'dashboard:request': {},
    'dashboard:refresh_issues': {},
    'session:start': { issueNumber: 1 },
    'session:resume': { sessionId: 's' },
    'session:end': {},
    'user:explain': { path: 'a.ts', range, selectedText: 'a' },
    'user:review': { kataId: 'k', userCode: '', activeConstraintTitles: [] },
    'observer:mute': { muted: true },
    'practice:submit_solution': { kataId: 'k', code: '', activeConstraints: [] },
  } as const;

  test('is refused, with a warning [coaching-backend 5.7] [coaching-backend FR-062]', async () => {
    const page = await desk.page();
    for (const [type, payload] of Object.entries(later)) await page.say(type as 'user:review', payload as never);
    const refused = page.all('connection:error');
    expect(refused.map(({ code, context }) => [code, context.type])).toEqual(
      Object.keys(later).map((type) => ['not_implemented', type]),
    );
    expect(desk.warnings.map(({ facts }) => facts.type)).toEqual(Object.keys(later));
  });

  test('is not typing: that has its own socket', async () => {
    const page = await desk.page();
    await page.say('terminal:input', { input: 'ls\n' });
    expect(page.all('connection:error')).toMatchObject([
      { code: 'not_implemented', message: expect.stringContaining('/terminal/<session>') },
    ]);
  });
});

describe('a bug of ours', () => {
  test('is answered, logged, and the end of nothing', async () => {
    const page = await desk.page();
    desk.files.run('drop table coach_projects');
    const id = await page.say('hints:level_change', { level: 'none', previousLevel: 'file' });
    expect(page.last).toMatchObject({ type: 'connection:error', id, payload: { code: 'internal' } });
    expect(desk.failures).toHaveLength(1);
    await page.say('file:open', { path: 'a.ts' });
    expect(page.all('fs:content')).toHaveLength(1);
  });
});
