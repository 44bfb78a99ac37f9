import type { Phase, ServerPayload } from '@agent-factory/protocol/coach';
import { afterEach, describe, expect, it } from 'vitest';
import { CoachDaemon, PROJECT_STATE } from '../support/coach-daemon.js';
import { eventually } from '../support/eventually.js';
import { mindStatus } from '../support/mind-status.js';
import { OpenPage } from '../support/open-workbench.js';

const opened: AsyncDisposable[] = [];
const COUNTS = { knowledgeGaps: 2, kataSpecs: 1, dreyfusUpdates: 0, memoriesStored: 3 };
const NOTHING = { knowledgeGaps: 0, kataSpecs: 0, dreyfusUpdates: 0, memoriesStored: 0 };
const OBSERVER = { active: true, muted: false, lastEvaluation: null };
const NUDGE: ServerPayload<'observer:nudge'> = {
  signal: 'scope_drift',
  confidence: 0.9,
  context: { current_file: null, expected_file: null, time_in_file: null, phase_description: null },
};

async function setUp() {
  const daemon = await CoachDaemon.start();
  const page = new OpenPage(daemon.url);
  opened.push(page, daemon);
  const peer = await (await daemon.peer()).greet();
  await page.connected();
  const { workbench } = page;
  const mind = () => workbench.snapshot().mind;
  /** Waits until everything that was sent has arrived. */
  const settled = async () => {
    const path = `seen-${workbench.snapshot().problems.length}`;
    peer.send('connection:error', { code: 'internal', message: path, context: { path } });
    await eventually(() => expect(workbench.snapshot().problems.at(-1)?.path).toBe(path));
  };
  return { daemon, page, peer, workbench, mind, settled };
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('the observer', () => {
  it('is known once the daemon has told of it, with why it has spoken last in this session', async () => {
    const { peer, mind, settled } = await setUp();
    peer.send('observer:nudge', NUDGE);
    await settled();
    expect(mind().observer).toBeNull();
    peer.send('observer:status', OBSERVER);
    peer.send('observer:nudge', NUDGE);
    peer.send('observer:status', { ...OBSERVER, muted: true });
    await settled();
    expect(mind().observer).toEqual({ active: true, muted: true, nudged: 'scope_drift' });
    peer.send('observer:status', { ...OBSERVER, active: false });
    peer.send('observer:status', OBSERVER);
    await settled();
    expect(mind().observer).toEqual({ active: true, muted: false, nudged: null });
  });

  it('[coaching-backend FR-144] is muted by the student, as the daemon then says; without a connection that is told', async () => {
    const { peer, page, workbench, mind } = await setUp();
    peer.send('observer:status', OBSERVER);
    await eventually(() => expect(mind().observer).not.toBeNull());
    workbench.muteObserver(true);
    expect((await peer.message('observer:mute')).payload).toEqual({ muted: true });
    expect(mind().observer?.muted).toBe(false);
    peer.socket.terminate();
    await page.until(() => workbench.snapshot().connection.status !== 'open');
    workbench.muteObserver(true);
    expect(workbench.snapshot().problems).toMatchObject([{ code: 'not_connected' }]);
  });
});

describe('a plan', () => {
  const phase = (number: number): Phase => ({
    ...{ id: `p${number}`, number, title: `Step ${number}`, description: '' },
    ...{ status: 'pending', hintLevel: 'file' },
  });

  it('[coaching-backend FR-114] replaces the phases, and has its notes until another session begins', async () => {
    const { peer, workbench, mind, settled } = await setUp();
    peer.send('connection:init', { ...PROJECT_STATE, phases: [phase(1), phase(2), phase(3)] });
    const notes = { memoryConnection: 'Loops again.', estimatedDifficulty: 'intermediate' } as const;
    peer.send('coaching:plan_ready', { planId: 'plan', phases: [phase(7)], ...notes });
    peer.send('connection:init', { ...PROJECT_STATE, phases: [phase(7)], hintLevel: 'line' });
    peer.send('connection:init', { ...PROJECT_STATE, phases: [phase(7)], sessionId: null });
    await settled();
    expect(workbench.snapshot().phases).toEqual([phase(7)]);
    expect(mind().plan).toEqual(notes);
    peer.send('connection:init', { ...PROJECT_STATE, sessionId: 's2' });
    await settled();
    expect(mind().plan).toBeNull();
  });
});

describe('the end of a session', () => {
  it('[coaching-backend FR-125] that the student wants is told, and then what came of it', async () => {
    const { peer, workbench, mind, settled } = await setUp();
    workbench.endSession();
    workbench.endSession();
    expect(mind().ended).toEqual({ status: 'asked' });
    const { id } = await peer.message('session:end');
    peer.send('connection:init', { ...PROJECT_STATE, sessionId: null });
    peer.send('session:completed', { sessionId: 'of earlier', ...NOTHING });
    await settled();
    expect(mind().ended).toEqual({ status: 'asked' });
    peer.send('session:completed', { sessionId: 's1', ...COUNTS });
    peer.send('session:ended', { summary: 'It is over.' }, id);
    await settled();
    expect(mind().ended).toEqual({ status: 'ended', counts: COUNTS, summary: 'It is over.' });
    expect(peer.ofType('session:end')).toHaveLength(1);
    expect(workbench.snapshot().sessionId).toBeNull();
    workbench.dismissEnd();
    expect(mind().ended).toBeNull();
  });

  it('is still waited for where the next session begins before, and is what came of it also if that is nothing', async () => {
    const { peer, workbench, mind, settled } = await setUp();
    workbench.endSession();
    const { id } = await peer.message('session:end');
    peer.send('session:ended', { summary: 'Of another page.' }, 'another:1');
    peer.send('session:completed', { sessionId: 's1', ...NOTHING });
    await settled();
    expect(mind().ended).toEqual({ status: 'ended', counts: NOTHING, summary: '' });
    peer.send('connection:init', { ...PROJECT_STATE, sessionId: 's2' });
    await settled();
    expect(mind().ended).toEqual({ status: 'ended', counts: NOTHING, summary: '' });
    peer.send('session:ended', { summary: 'It is over.' }, id);
    await settled();
    expect(mind().ended).toEqual({ status: 'ended', counts: NOTHING, summary: 'It is over.' });
  });

  it('is told in the daemon’s words where nothing was counted for this page', async () => {
    const { peer, workbench, mind, settled } = await setUp();
    workbench.endSession();
    const { id } = await peer.message('session:end');
    peer.send('session:ended', { summary: 'It is over.' }, id);
    await settled();
    expect(mind().ended).toEqual({ status: 'ended', counts: null, summary: 'It is over.' });
  });

  it('that comes by itself is told if something was learnt from it, until the next one begins', async () => {
    const { peer, mind, settled } = await setUp();
    peer.send('session:ended', { summary: 'Of another page.' });
    peer.send('session:completed', { sessionId: 's1', ...NOTHING });
    await settled();
    expect(mind().ended).toBeNull();
    peer.send('session:completed', { sessionId: 'of earlier', ...COUNTS });
    await settled();
    expect(mind().ended).toEqual({ status: 'ended', counts: COUNTS, summary: '' });
    peer.send('connection:init', { ...PROJECT_STATE, sessionId: null });
    await settled();
    expect(mind().ended).not.toBeNull();
    peer.send('connection:init', { ...PROJECT_STATE, sessionId: 's2' });
    await settled();
    expect(mind().ended).toBeNull();
  });

  it('that does not come is told in words, and can be wished for again', async () => {
    const { daemon, page, peer, workbench, mind } = await setUp();
    workbench.endSession();
    const { id } = await peer.message('session:end');
    peer.send('connection:error', { code: 'no_active_session', message: 'There is none.', context: {} }, id);
    await eventually(() => expect(mind().ended).toEqual({ status: 'failed', message: 'There is none.' }));
    expect(workbench.snapshot().problems).toEqual([]);
    workbench.endSession();
    await peer.message('session:end');
    peer.socket.terminate();
    await eventually(() =>
      expect(mind().ended).toMatchObject({ status: 'failed', message: expect.stringContaining('lost meanwhile') }),
    );
    workbench.endSession();
    expect(mind().ended).toMatchObject({ status: 'failed', message: expect.stringContaining('no connection') });
    page.clock.advance(250);
    const again = await (await daemon.peer()).greet();
    await page.connected();
    workbench.endSession();
    await again.message('session:end');
    expect(mind().ended).toEqual({ status: 'asked' });
  });

  it('stays as it was told when the connection is lost behind it', async () => {
    const { daemon, page, peer, workbench, mind } = await setUp();
    workbench.endSession();
    await peer.message('session:end');
    peer.send('session:completed', { sessionId: 's1', ...COUNTS });
    await eventually(() => expect(mind().ended).toMatchObject({ status: 'ended' }));
    peer.socket.terminate();
    await eventually(() => expect(workbench.snapshot().connection.status).toBe('waiting'));
    expect(mind().ended).toMatchObject({ status: 'ended', counts: COUNTS });
    page.clock.advance(250);
    const again = await (await daemon.peer()).greet({ sessionId: 's2' });
    await page.connected();
    workbench.endSession();
    expect(await again.message('session:end')).toBeTruthy();
  });
});

it('what the student has turned off is known', async () => {
  const { peer, mind } = await setUp();
  peer.send('mind:status', mindStatus(['explain']));
  await eventually(() => expect(mind().parts?.explain.enabled).toBe(false));
  expect(mind().parts?.observer.enabled).toBe(true);
});
