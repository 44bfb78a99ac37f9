import type { MindStatus } from '@agent-factory/protocol/mind';
import { afterEach, describe, expect, it } from 'vitest';
import { PanelDaemon } from '../../react/support/panel-daemon.js';
import { PROJECT_STATE } from '../support/coach-daemon.js';
import { eventually } from '../support/eventually.js';
import { mindStatus } from '../support/mind-status.js';
import { OpenPage } from '../support/open-workbench.js';

const opened: AsyncDisposable[] = [];

/** @param mind null for a daemon without one */
async function setUp(mind: MindStatus | null = mindStatus(), started?: PanelDaemon) {
  const daemon = started ?? (await PanelDaemon.start());
  daemon.mind = mind ?? undefined;
  const page = new OpenPage(daemon.socketUrl, undefined, { serverUrl: daemon.url });
  opened.push(page, daemon);
  await page.connected();
  const { workbench } = page;
  return { daemon, page, workbench, known: () => workbench.snapshot().mind };
}

const questions = ({ asked }: PanelDaemon) => asked.filter((path) => path === '/coach/settings').length;

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('what the mind can do', () => {
  it('is asked once the page is greeted, with where memories are', async () => {
    const { daemon, known } = await setUp(mindStatus(['observer']));
    await eventually(() => expect(known().parts?.observer.enabled).toBe(false));
    expect(known().memory).toEqual({ kept: 'here', available: true });
    expect(questions(daemon)).toBe(1);
  });

  it('is asked again when a session begins, when something did not work, and when the student comes back', async () => {
    const { daemon, page, known } = await setUp();
    await eventually(() => expect(known().parts).not.toBeNull());
    daemon.broadcast('connection:init', { ...PROJECT_STATE, hintLevel: 'line' });
    daemon.broadcast('connection:init', { ...PROJECT_STATE, sessionId: 's2' });
    await eventually(() => expect(questions(daemon)).toBe(2));
    daemon.broadcast('explain:error', { path: 'a.py', error: 'There is no key.' });
    await eventually(() => expect(questions(daemon)).toBe(3));
    daemon.broadcast('review:error', { kataId: 'k1', error: 'There is no key.' });
    await eventually(() => expect(questions(daemon)).toBe(4));
    daemon.mind = mindStatus(['review']);
    page.page.returned.emit();
    await eventually(() => expect(known().parts?.review.enabled).toBe(false));
  });

  it('stays as it is known where the daemon does not answer, and nobody is asked without one', async () => {
    const { daemon, page, workbench, known } = await setUp();
    await eventually(() => expect(known().parts).not.toBeNull());
    const before = known();
    daemon.mind = undefined;
    page.page.returned.emit();
    await eventually(() => expect(questions(daemon)).toBe(2));
    expect(known()).toEqual(before);
    daemon.leave();
    await page.until(() => workbench.snapshot().connection.status !== 'open');
    page.page.returned.emit();
    // What is asked later is answered later.
    await workbench.rest.actions();
    await workbench.rest.actions();
    expect(workbench.snapshot().problems).toEqual([]);
    expect(questions(daemon)).toBe(2);
  });

  it('is told by the daemon, too', async () => {
    const { daemon, known } = await setUp(null);
    const away = { kept: 'chromadb', available: false, url: 'http://localhost:8000' } as const;
    daemon.broadcast('mind:status', { ...mindStatus(['explain']), memory: away });
    await eventually(() => expect(known()).toMatchObject({ parts: { explain: { enabled: false } }, memory: away }));
  });

  it('is what the daemon has told last, also where an older question is answered later', async () => {
    const daemon = await PanelDaemon.start();
    const answer = daemon.holdMind();
    const { workbench, known } = await setUp(mindStatus(), daemon);
    await eventually(() => expect(questions(daemon)).toBe(1));
    daemon.broadcast('mind:status', mindStatus(['explain']));
    await eventually(() => expect(known().parts?.explain.enabled).toBe(false));
    answer();
    // What is asked later is answered later.
    await workbench.rest.actions();
    await workbench.rest.actions();
    expect(known().parts?.explain.enabled).toBe(false);
  });

  it('is not known any better once the page has gone', async () => {
    const daemon = await PanelDaemon.start();
    const answer = daemon.holdMind();
    const { workbench, known } = await setUp(mindStatus(), daemon);
    await eventually(() => expect(questions(daemon)).toBe(1));
    workbench.dispose();
    answer();
    await workbench.rest.actions();
    await workbench.rest.actions();
    expect(known().parts).toBeNull();
  });
});
