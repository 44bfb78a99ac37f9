import type { Period } from '@agent-factory/protocol/mind';
import type { PlainSocket } from '@agent-factory/workbench/base';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { DashboardClient } from '../../src/client/dashboard-client.js';
import type { DashboardOptions } from '../../src/client/options.js';
import type { DashboardSnapshot } from '../../src/client/state.js';
import { type Answer, MindDaemon } from '../support/mind-daemon.js';
import { EMPTY, FULL, ISSUES, MATERIALS, PROJECT, PROJECT_STATE, SETTINGS } from '../support/states.js';

const PAGE = { size: () => ({ width: 1280, height: 900 }), onLeave: () => () => {}, onReturn: () => () => {} };

let daemon: MindDaemon;
const clients: DashboardClient[] = [];

beforeEach(async () => {
  daemon = await MindDaemon.start();
  Object.assign(daemon, { state: FULL, stage: 'competent' });
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.dispose();
  await daemon[Symbol.asyncDispose]();
});

function open(projectId?: string, options: Partial<DashboardOptions> = {}): DashboardClient {
  const client = new DashboardClient({
    ...options,
    serverUrl: daemon.url,
    projectId,
    page: PAGE,
    openSocket: (url) => new WebSocket(url) as PlainSocket,
  });
  clients.push(client);
  client.connect();
  return client;
}

/** Resolves as soon as the state is so. */
function until(client: DashboardClient, holds: (state: DashboardSnapshot) => boolean): Promise<DashboardSnapshot> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds(client.snapshot())) return;
      stop();
      resolve(client.snapshot());
    };
    const stop = client.subscribe(look);
    look();
  });
}

/** An answer that waits for the test. */
function held(): { readonly answer: Promise<Answer | undefined>; readonly release: (answer?: Answer) => void } {
  let release: (answer?: Answer) => void = () => {};
  const answer = new Promise<Answer | undefined>((resolve) => {
    release = resolve;
  });
  return { answer, release };
}

describe('without a project', () => {
  it('[coaching-backend SC-091] has a valid state of a fresh install, and opens no socket', async () => {
    daemon.state = EMPTY;
    const client = open();
    const { state, issues, materials } = await until(client, ({ state }) => state.status === 'ready');
    expect(state.value).toEqual(EMPTY);
    expect([issues.status, materials.status]).toEqual(['absent', 'absent']);
    await until(client, ({ projects, settings }) => projects.status === 'ready' && settings.status === 'ready');
    expect(daemon.messages).toEqual([]);
  });

  it('[coaching-backend FR-170] asks for the period that is wished, and keeps the former state meanwhile', async () => {
    const client = open();
    await until(client, ({ state }) => state.status === 'ready');
    const gate = held();
    daemon.answer = ({ path }) => (path === '/coach/dashboard' ? gate.answer : undefined);
    client.changePeriod('7d');
    expect(client.snapshot().state).toMatchObject({ status: 'loading', value: { stats: { period: 'all' } } });
    gate.release();
    const { state } = await until(client, ({ state }) => state.status === 'ready');
    expect(state.value?.stats.period).toBe('7d');
  });

  it('goes by the last period where answers overtake each other', async () => {
    const gates: Record<string, ReturnType<typeof held>> = { '7d': held(), '30d': held() };
    const client = open();
    await until(client, ({ state }) => state.status === 'ready');
    daemon.answer = ({ path, query }) =>
      path === '/coach/dashboard' ? gates[query.get('period') ?? '']?.answer : undefined;
    for (const period of ['7d', '30d'] satisfies Period[]) client.changePeriod(period);
    gates['30d']?.release();
    await until(client, ({ state }) => state.status === 'ready');
    const asked = vi.waitFor(
      () => expect(daemon.asked.filter(({ path }) => path === '/coach/dashboard')).toHaveLength(3),
      15_000,
    );
    await asked;
    gates['7d']?.release();
    // An answer later than that one.
    await client.loadSettings();
    expect(client.snapshot().state.value?.stats.period).toBe('30d');
  });

  it('keeps what it has when the daemon fails, says why, and has it again after a retry', async () => {
    const client = open();
    await until(client, ({ state }) => state.status === 'ready');
    daemon.answer = () => ({ status: 503, body: { error: 'storage_unavailable', message: 'Locked.' } });
    await client.loadState();
    expect(client.snapshot().state).toMatchObject({
      status: 'failed',
      message: 'Locked.',
      value: { streak: { current: 4 } },
    });
    daemon.answer = () => undefined;
    await client.loadState();
    expect(client.snapshot().state.status).toBe('ready');
  });

  it('takes no answer that breaks the protocol', async () => {
    daemon.answer = ({ path }) => (path === '/coach/dashboard' ? { body: { dreyfus: 'all' } } : undefined);
    const { state } = await until(open(), ({ state }) => state.status === 'failed');
    expect(state.value).toBeUndefined();
  });

  it('changes settings, and tells why one was refused', async () => {
    const client = open();
    expect(await client.changeSettings({ parts: { observer: true }, budget: { dayUsd: 5 } })).toBeUndefined();
    expect(client.snapshot().settings.value).toMatchObject({
      parts: { observer: { enabled: true } },
      budget: { dayUsd: 5 },
    });
    daemon.answer = () => ({ status: 507, body: { error: 'storage_full', message: 'The disk is full.' } });
    expect(await client.changeSettings({ route: 'off' })).toBe('The disk is full.');
    expect(client.snapshot().settings.value?.route).toBe('auto');
  });
});

describe('with a project', () => {
  it('[coaching-backend SC-087] has the state before issues and materials, and each of those in its own time', async () => {
    const client = open(PROJECT.id);
    const request = await daemon.received('dashboard:request');
    expect(daemon.messages[0]?.type).toBe('connection:hello');
    expect(request.payload.statsPeriod).toBe('all');
    const first = await until(client, ({ state }) => state.status === 'ready');
    expect([first.issues.status, first.materials.status]).toEqual(['loading', 'loading']);
    daemon.say('dashboard:materials', MATERIALS);
    const second = await until(client, ({ materials }) => materials.status === 'ready');
    expect(second.issues.status).toBe('loading');
    daemon.say('dashboard:issues', ISSUES);
    const third = await until(client, ({ issues }) => issues.status === 'ready');
    expect(third.issues.value).toEqual(ISSUES);
    expect(third.project).toEqual(PROJECT);
  });

  it('[coaching-backend FR-180] looks for issues again without the rest, and keeps the former ones until then', async () => {
    const client = open(PROJECT.id);
    await daemon.received('dashboard:request');
    daemon.say('dashboard:issues', ISSUES);
    daemon.say('dashboard:materials', MATERIALS);
    await until(client, ({ issues, materials }) => issues.status === 'ready' && materials.status === 'ready');
    client.refreshIssues();
    expect(client.snapshot().issues).toEqual({ status: 'loading', value: ISSUES });
    await daemon.received('dashboard:refresh_issues');
    daemon.say('dashboard:issues', { issues: [] });
    const { issues, materials } = await until(client, ({ issues }) => issues.status === 'ready');
    expect([issues.value?.issues, materials.status]).toEqual([[], 'ready']);
    expect(daemon.ofType('dashboard:request')).toHaveLength(1);
  });

  it('[coaching-backend FR-179] tells each failure by itself', async () => {
    const client = open(PROJECT.id);
    await daemon.received('dashboard:request');
    daemon.say('dashboard:issues_error', { error: 'No gh.' });
    const { issues, materials } = await until(client, ({ issues }) => issues.status === 'failed');
    expect([issues, materials.status]).toEqual([{ status: 'failed', message: 'No gh.', value: undefined }, 'loading']);
  });

  it('waits for no materials where no gap is open', async () => {
    const client = open(PROJECT.id);
    await daemon.received('dashboard:request');
    daemon.say('dashboard:state', EMPTY);
    await until(client, ({ materials }) => materials.status === 'absent');
    expect(client.snapshot().issues.status).toBe('loading');
  });

  it('leaves a state of another page’s period alone', async () => {
    const client = open(PROJECT.id);
    await daemon.received('dashboard:request');
    await until(client, ({ state }) => state.status === 'ready');
    daemon.say('dashboard:state', { ...EMPTY, stats: { ...EMPTY.stats, period: '7d' } });
    daemon.say('dashboard:issues', ISSUES);
    await until(client, ({ issues }) => issues.status === 'ready');
    expect(client.snapshot().state.value?.streak.current).toBe(4);
  });

  it('says what a daemon without a mind answers', async () => {
    const client = open(PROJECT.id);
    const { id } = await daemon.received('dashboard:request');
    daemon.say('connection:error', { code: 'not_implemented', message: 'Not this version.', context: {} }, id);
    const { issues, materials } = await until(client, ({ issues }) => issues.status === 'failed');
    expect([issues, materials]).toMatchObject([{ message: 'Not this version.' }, { message: 'Not this version.' }]);
  });

  it('comes back after the daemon was away, and asks again only for what has not come', async () => {
    const client = open(PROJECT.id);
    await daemon.received('dashboard:request');
    daemon.drop();
    await daemon.received('dashboard:request', 2);
    daemon.say('dashboard:issues', ISSUES);
    daemon.say('dashboard:materials', MATERIALS);
    await until(client, ({ issues, materials }) => issues.status === 'ready' && materials.status === 'ready');
    daemon.drop();
    await daemon.received('connection:hello', 3);
    await until(client, ({ connection }) => connection?.status === 'open');
    // Whatever was asked for upon the greeting has come before this.
    await vi.waitFor(() => expect(daemon.pages).toBe(1), 15_000);
    client.refreshIssues();
    await daemon.received('dashboard:refresh_issues');
    expect(daemon.ofType('dashboard:request')).toHaveLength(2);
  });

  it('asks once more where either has not come before the daemon was away, and once for each connection', async () => {
    const client = open(PROJECT.id);
    await daemon.received('dashboard:request');
    daemon.say('dashboard:materials', MATERIALS);
    daemon.say('connection:init', PROJECT_STATE);
    await until(client, ({ materials }) => materials.status === 'ready');
    client.refreshIssues();
    await daemon.received('dashboard:refresh_issues');
    expect(daemon.ofType('dashboard:request')).toHaveLength(1);
    daemon.drop();
    await daemon.received('dashboard:request', 2);
    expect(client.snapshot().issues.status).toBe('loading');
  });

  it('keeps materials that were found where no gap is open any more, and follows the stage', async () => {
    const client = open(PROJECT.id);
    await daemon.received('dashboard:request');
    daemon.say('dashboard:materials', MATERIALS);
    daemon.say('dashboard:state', EMPTY);
    daemon.say('dashboard:dreyfus', { skillAreas: [], overallStage: 'expert' });
    await until(client, ({ overallStage }) => overallStage === 'expert');
    expect(client.snapshot().materials.status).toBe('ready');
  });

  it('follows what the daemon tells of the mind', async () => {
    const client = open(PROJECT.id);
    await daemon.received('dashboard:request');
    await until(client, ({ settings }) => settings.status === 'ready');
    daemon.say('mind:status', { ...SETTINGS, route: 'off' });
    await until(client, ({ settings }) => settings.value?.route === 'off');
    const before = daemon.asked.filter(({ path }) => path === '/coach/dashboard').length;
    daemon.say('session:completed', {
      sessionId: 's1',
      knowledgeGaps: 1,
      kataSpecs: 1,
      dreyfusUpdates: 1,
      memoriesStored: 1,
    });
    await vi.waitFor(
      () => expect(daemon.asked.filter(({ path }) => path === '/coach/dashboard').length).toBeGreaterThan(before),
      15_000,
    );
  });

  it('makes a picked issue what the session is about, with a title of any length', async () => {
    const client = open(PROJECT.id);
    await daemon.received('dashboard:request');
    const started = client.startIssue(57, 'x'.repeat(999));
    const { payload } = await daemon.received('session:start');
    expect(payload).toEqual({ issueNumber: 57, title: 'x'.repeat(300) });
    expect(client.snapshot().starting).toBe(57);
    daemon.say('session:started', { issueContext: null, phases: [], hintLevel: 'none' });
    expect(await started).toBe(true);
    expect(client.snapshot().starting).toBeUndefined();
  });

  it('goes on to the Workbench where the start of an issue takes long, which shows what comes of it', async () => {
    const timers: { ms: number; task: () => void }[] = [];
    const clock = {
      now: () => 0,
      after(ms: number, task: () => void) {
        timers.push({ ms, task });
        return () => {};
      },
    };
    const client = open(PROJECT.id, { clock });
    await daemon.received('dashboard:request');
    const started = client.startIssue(57, '');
    expect((await daemon.received('session:start')).payload).toEqual({ issueNumber: 57 });
    expect(await client.startIssue(58, 'Another')).toBe(false);
    timers.find(({ ms }) => ms === 8000)?.task();
    expect(await started).toBe(true);
    expect(daemon.ofType('session:start')).toHaveLength(1);
  });

  it('is told nothing more after its end', async () => {
    const gate = held();
    daemon.answer = ({ path }) => (path === '/coach/settings' ? gate.answer : undefined);
    const client = open(PROJECT.id);
    await daemon.received('dashboard:request');
    await until(client, ({ state }) => state.status === 'ready');
    client.dispose();
    await vi.waitFor(() => expect(daemon.pages).toBe(0), 15_000);
    const { settings } = client.snapshot();
    gate.release();
    // An answer later than that one.
    await client.rest.katas();
    await client.rest.katas();
    expect(client.snapshot().settings).toBe(settings);
  });

  it('says why an issue was refused', async () => {
    const client = open(PROJECT.id);
    await daemon.received('dashboard:request');
    const started = client.startIssue(57, 'Prices');
    const { id } = await daemon.received('session:start');
    daemon.say('connection:error', { code: 'internal', message: 'Start the agent first.', context: {} }, id);
    expect(await started).toBe(false);
    expect(client.snapshot().startProblem).toBe('Start the agent first.');
  });
});

describe('memories', () => {
  it('are found, changed, taken along and deleted', async () => {
    const { memories } = open();
    await memories.search('drawing');
    expect(memories.snapshot().list.value?.memories.map(({ id }) => id)).toEqual(['m1']);
    expect(await memories.change('m1', { content: 'Likes drawings.' })).toBeUndefined();
    expect(memories.snapshot().list.value?.memories[0]?.content).toBe('Likes drawings.');
    const file = await memories.export();
    expect(file.ok && (await file.value.text()).trim().split('\n')).toHaveLength(2);
    expect(await memories.remove('m1')).toBeUndefined();
    expect(memories.snapshot().list.value).toMatchObject({ memories: [], total: 1 });
    expect(await memories.removeAll()).toBeUndefined();
    expect([daemon.memories, memories.snapshot().list.value?.total]).toEqual([[], 0]);
  });

  it('come page by page, none of them twice', async () => {
    const [one, two] = daemon.memories;
    daemon.answer = ({ query }) => {
      const isSecond = query.get('after') === 'p2';
      const body = { memories: isSecond ? [one, two] : [one], total: 2, kept: 'here' };
      return { body: isSecond ? body : { ...body, next: 'p2' } };
    };
    const { memories } = open();
    await memories.load();
    await memories.more();
    const { list } = memories.snapshot();
    expect(list.value?.memories.map(({ id }) => id)).toEqual(['m1', 'm2']);
    expect(list.value?.next).toBeUndefined();
  });

  it('are asked for page after page, one at a time, by the words that were sought', async () => {
    const [one, two] = daemon.memories;
    const gate = held();
    daemon.answer = ({ path, query }) => {
      if (!path.startsWith('/coach/memories')) return undefined;
      if (query.get('after') === 'p2') return gate.answer;
      return { body: { memories: [one], total: 2, kept: 'here', next: 'p2' } };
    };
    const { memories } = open();
    await memories.search('  drawing ');
    const more = memories.more();
    await memories.more();
    gate.release({ body: { memories: [two], total: 2, kept: 'here' } });
    await more;
    const asked = daemon.asked.filter(({ path }) => path === '/coach/memories').map(({ query }) => `${query}`);
    expect(asked).toEqual(['query=drawing', 'query=drawing&after=p2']);
    expect(memories.snapshot().list.value?.memories).toHaveLength(2);
  });

  it('that somebody else has deleted go, too, and are never less than none', async () => {
    daemon.answer = ({ method }) =>
      method === 'DELETE'
        ? { status: 404, body: { error: 'not_found', message: 'There is none.' } }
        : { body: { memories: daemon.memories, total: 0, kept: 'here' } };
    const { memories } = open();
    await memories.load();
    expect(await memories.remove('m1')).toBeUndefined();
    const { value } = memories.snapshot().list;
    expect([value?.memories.map(({ id }) => id), value?.total]).toEqual([['m2'], 0]);
  });

  it('that come after the end change nothing', async () => {
    const gate = held();
    daemon.answer = ({ path }) => (path === '/coach/memories' ? gate.answer : undefined);
    const client = open();
    const loaded = client.memories.load();
    client.dispose();
    gate.release();
    await loaded;
    expect(client.memories.snapshot().list.status).toBe('loading');
  });

  it('stay when the daemon refuses to delete them', async () => {
    const { memories } = open();
    await memories.load();
    daemon.answer = () => ({ status: 503, body: { error: 'storage_unavailable', message: 'Locked.' } });
    expect(await memories.remove('m1')).toBe('Locked.');
    expect(memories.snapshot().list.value?.memories).toHaveLength(2);
  });
});
