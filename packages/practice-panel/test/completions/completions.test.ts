// @vitest-environment happy-dom
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NewEvent } from '@agent-factory/protocol/events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Completions } from '../../src/client/completions/completions.js';
import { OUTBOX_KEY } from '../../src/client/completions/outbox-key.js';
import type { GamificationOptions } from '../../src/client/options.js';
import { PracticeServer } from '../../src/client/server/server.js';
import { EventsOfDaemon } from '../support/events-of-daemon.js';
import { eventually } from '../support/eventually.js';
import { answerJson, readBody, serve, unusedPort } from '../support/http.js';
import { health, widths } from '../support/samples.js';
import { completion, eventId } from './samples.js';

type Answering = (response: ServerResponse, request: IncomingMessage) => void;

const TAKEN: Answering = (response) => answerJson(response, { awarded: true });
const EMPTY: Answering = (response) => void response.writeHead(204).end();
const LOGIN: Answering = (response) => void response.writeHead(302, { Location: '/login' }).end();
const DOWN: Answering = (response) => answerJson(response, { error: 'down' }, 503);

function html(status: number): Answering {
  return (response) => void response.writeHead(status, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Hi');
}

/** What the daemon answers on a path; undefined where it is the endpoint's. */
function answerOfDaemon(path: string): unknown {
  switch (path) {
    case '/health':
      return health();
    case '/exercises':
      return { source: 'content', exercises: [] };
    case '/exercises/sessions':
      return { sessions: [] };
    case '/terminal/widths':
      return widths();
    default:
      return undefined;
  }
}

/** The site's endpoint, and the daemon with its log. */
async function startSite(answer: Answering = TAKEN) {
  const state = { answer };
  const events = new EventsOfDaemon();
  const posts: { body: Record<string, unknown>; headers: IncomingMessage['headers'] }[] = [];
  const server = await serve(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Headers', 'content-type, accept, idempotency-key, authorization');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/events') return events.serve(searchParams, response);
    const known = answerOfDaemon(pathname);
    if (known !== undefined) return answerJson(response, known);
    posts.push({ body: (await readBody(request)) as Record<string, unknown>, headers: request.headers });
    state.answer(response, request);
  });
  return Object.assign(server, { state, events, posts, endpoint: `${server.url}/api/gamification/events` });
}

/** An exercise is completed; `number` names the completion. */
function completedEvent(number: number): NewEvent {
  const { exerciseId, xp, eventId: completionId } = completion(number);
  return { exerciseId, type: 'exercise_completed', data: { completionId, xp, first: true } };
}

type Site = Awaited<ReturnType<typeof startSite>>;

const opened: (() => void)[] = [];

/** A page of the site. */
function openPage(site: Site, options: Partial<GamificationOptions> = {}) {
  const server = new PracticeServer({ serverUrl: site.url, guideUrl: '', troubleshootingUrl: '', registryUrl: '' });
  const completions = new Completions({ server, gamification: { url: site.endpoint, ...options } });
  const close = completions.activate();
  opened.push(close);
  return { server, completions, close };
}

beforeEach(() => {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

describe('a page whose site wants to be told', () => {
  it('[practice-environment 4.4 told] tells of a completion once, with all that names it', async () => {
    await using site = await startSite();
    const page = openPage(site, { userId: () => 'maya', headers: { Authorization: 'Bearer t' } });
    await page.server.connect();
    await eventually(() => expect(site.events.replayed).toEqual(['start']));
    site.events.tell(completedEvent(3));
    await eventually(() => expect(page.completions.getSnapshot().told).toHaveLength(1));
    expect(site.posts.map(({ body }) => body)).toEqual([
      { type: 'exercise_completed', userId: 'maya', ...completion(3), completedAt: site.events.past[0]?.at },
    ]);
    expect(site.posts[0]?.headers).toMatchObject({ 'idempotency-key': eventId(3), authorization: 'Bearer t' });
    expect(page.completions.getSnapshot()).toMatchObject({ waiting: [], cursor: `${site.events.log}-1` });
  });

  it('[practice-environment 4.4 catch-up] learns of what was completed while no page was open, and of nothing twice', async () => {
    await using site = await startSite();
    site.events.add(completedEvent(1));
    site.events.add(completedEvent(2));
    const first = openPage(site);
    await first.server.connect();
    await eventually(() => expect(first.completions.getSnapshot().told).toHaveLength(2));
    first.close();
    site.events.add(completedEvent(4));
    const second = openPage(site);
    await second.server.connect();
    await eventually(() => expect(second.completions.getSnapshot().told).toHaveLength(3));
    expect(site.events.replayed).toEqual(['start', `${site.events.log}-2`]);
    expect(site.posts.map(({ body }) => body.eventId)).toEqual([eventId(1), eventId(2), eventId(4)]);
  });

  it('[practice-environment 4.4 catch-up] reads all of a log that is another than the one it knows', async () => {
    await using site = await startSite();
    localStorage.setItem(OUTBOX_KEY, JSON.stringify({ cursor: 'ffffffff-900' }));
    site.events.add(completedEvent(1));
    const page = openPage(site);
    await page.server.connect();
    await eventually(() => expect(page.completions.getSnapshot().told).toHaveLength(1));
    expect(site.events.replayed).toEqual(['ffffffff-900', 'start']);
  });

  it.each([
    ['JSON', TAKEN],
    ['nothing', EMPTY],
  ])('[practice-environment 4.4 taken] takes %s for taken', async (_, answer) => {
    await using site = await startSite(answer);
    site.events.add(completedEvent(1));
    const page = openPage(site);
    await page.server.connect();
    await eventually(() => expect(page.completions.getSnapshot()).toMatchObject({ waiting: [], told: [{}] }));
  });

  it.each([
    ['a page', html(200)],
    ['a redirect to a login', LOGIN],
    ['a page that says that it is bad', html(400)],
    ['a failure', DOWN],
    ['an answer without end', (response: ServerResponse) => void response.end('x'.repeat(70_000))],
  ])('[practice-environment 4.4 taken] does not take %s for taken, and tries again', async (_, answer) => {
    await using site = await startSite(answer);
    site.events.add(completedEvent(1));
    const page = openPage(site);
    await page.server.connect();
    await eventually(() =>
      expect(page.completions.getSnapshot()).toMatchObject({ failures: 1, waiting: [{ attempts: 1 }] }),
    );
    site.state.answer = TAKEN;
    window.dispatchEvent(new Event('online'));
    await eventually(() =>
      expect(page.completions.getSnapshot()).toMatchObject({ failures: 0, waiting: [], told: [{}] }),
    );
    expect(new Set(site.posts.map(({ body }) => body.eventId))).toEqual(new Set([eventId(1)]));
  });

  it.each([400, 409, 422])(
    '[practice-environment 4.4 refused] keeps what was refused with %i, and why',
    async (status) => {
      await using site = await startSite((response) => answerJson(response, { message: 'No such student' }, status));
      site.events.add(completedEvent(1));
      const page = openPage(site);
      await page.server.connect();
      await eventually(() =>
        expect(page.completions.getSnapshot().waiting).toMatchObject([{ refused: { why: 'No such student' } }]),
      );
      await eventually(() => expect(page.completions.sending.getSnapshot()).toBe(false));
      window.dispatchEvent(new Event('online'));
      await eventually(() => expect(page.completions.sending.getSnapshot()).toBe(false));
      expect(site.posts).toHaveLength(1);
      site.state.answer = TAKEN;
      await page.completions.tryNow();
      await eventually(() =>
        expect(page.completions.getSnapshot()).toMatchObject({ waiting: [], told: [{ eventId: eventId(1) }] }),
      );
      expect(site.posts).toHaveLength(2);
    },
  );

  it('[practice-environment 4.4 outbox] goes on at the next page, without a daemon', async () => {
    await using site = await startSite(DOWN);
    site.events.add(completedEvent(1));
    const first = openPage(site);
    await first.server.connect();
    await eventually(() => expect(first.completions.getSnapshot().failures).toBe(1));
    first.close();
    site.state.answer = TAKEN;
    const second = openPage(site);
    await eventually(() => expect(second.completions.getSnapshot().told).toHaveLength(1));
  });

  it('[practice-environment 4.4 outbox] tries again by itself when the pause is over', async () => {
    await using site = await startSite();
    const { eventId: id, ...facts } = completion(1);
    const refused = { why: 'not yet', retryAt: Date.now() + 500 };
    const waiting = [{ eventId: id, ...facts, since: Date.now(), attempts: 1, refused }];
    localStorage.setItem(OUTBOX_KEY, JSON.stringify({ waiting }));
    const page = openPage(site);
    await eventually(() => expect(page.completions.getSnapshot()).toMatchObject({ waiting: [], told: [{}] }));
    expect(site.posts).toHaveLength(1);
  });

  it('plans no further attempt once its page is closed', async () => {
    await using site = await startSite();
    const planned = vi.spyOn(globalThis, 'setTimeout');
    const pauseMs = 3_000_000;
    const waiting = [completion(1), completion(2)].map((facts) => ({ ...facts, since: Date.now(), attempts: 1 }));
    const refused = { why: 'not yet', retryAt: Date.now() + pauseMs };
    localStorage.setItem(OUTBOX_KEY, JSON.stringify({ waiting: [{ ...waiting[0], refused }, waiting[1]] }));
    const page = openPage(site);
    site.state.answer = (response, request) => {
      page.close();
      TAKEN(response, request);
    };
    await eventually(() => expect(page.completions.getSnapshot().told).toHaveLength(1));
    await eventually(() => expect(page.completions.sending.getSnapshot()).toBe(false));
    const delays = planned.mock.calls.map(([, delayMs = 0]) => delayMs);
    planned.mockRestore();
    expect(delays.filter((delayMs) => delayMs > pauseMs / 2)).toEqual([]);
  });

  it('[practice-environment 4.4 outbox] keeps it where nobody answers at all', async () => {
    await using site = await startSite();
    site.events.add(completedEvent(1));
    const page = openPage(site, { url: `http://127.0.0.1:${await unusedPort()}/` });
    await page.server.connect();
    await eventually(() => expect(page.completions.getSnapshot()).toMatchObject({ failures: 1, waiting: [{}] }));
  });

  it.each([
    ['knows nobody', () => undefined],
    [
      'cannot say who it is',
      () => {
        throw new Error('not now');
      },
    ],
  ])('[practice-environment 4.4 user] waits while the site %s', async (_, userId) => {
    await using site = await startSite();
    site.events.add(completedEvent(1));
    const page = openPage(site, { userId });
    await page.server.connect();
    await eventually(() =>
      expect(page.completions.getSnapshot()).toMatchObject({ failures: 1, waiting: [{ attempts: 0 }] }),
    );
    expect(site.posts).toEqual([]);
  });

  it('[practice-environment 4.4 user] tells what was completed before anybody had signed in as theirs who then does', async () => {
    let student: string | undefined;
    await using site = await startSite();
    site.events.add(completedEvent(1));
    const page = openPage(site, { userId: () => student });
    await page.server.connect();
    await eventually(() => expect(page.completions.getSnapshot().failures).toBe(1));
    student = 'maya';
    window.dispatchEvent(new Event('online'));
    await eventually(() => expect(page.completions.getSnapshot().told).toHaveLength(1));
    expect(site.posts.map(({ body }) => body.userId)).toEqual(['maya']);
  });
});
