// @vitest-environment happy-dom
import type { NewEvent } from '@agent-factory/protocol/events';
import { NUDGE_PROMPTS } from '@agent-factory/protocol/nudges';
import { describe, expect, it } from 'vitest';
import { NudgeControl } from '../../src/client/nudges/nudge-control.js';
import { PracticeServer } from '../../src/client/server/server.js';
import { eventually } from '../support/eventually.js';
import { Happenings } from '../support/happenings.js';
import { type NudgeDaemon, OFFER, startNudgeDaemon } from '../support/nudge-daemon.js';
import { exercise } from '../support/samples.js';

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const exerciseId = exercise.id;
const [first, second] = NUDGE_PROMPTS;
const OFFERED: NewEvent = { exerciseId, type: 'nudge_offered', data: OFFER };
const FAILED = { error: 'nudge_failed', message: 'Your tutor was not told: the agent is at work.', reason: 'x' };

/** A page that follows the nudges of an exercise, which has read how they stand. */
async function follow(daemon: NudgeDaemon) {
  const happenings = new Happenings();
  const control = new NudgeControl(exerciseId, new PracticeServer({ ...SITE, serverUrl: daemon.url }));
  const stop = control.follow(happenings);
  await eventually(() => expect(control.getSnapshot().settings).toBeDefined());
  return { control, happenings, stop, tell: (event: NewEvent) => happenings.tell(event) };
}

type Page = Awaited<ReturnType<typeof follow>>;

describe('a nudge', () => {
  it('is there on every page, also on one that comes later', async () => {
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { control } = await follow(daemon);
    expect(control.getSnapshot()).toMatchObject({ offered: OFFER, settings: { mode: 'offer', muted: 'no' } });
  });

  it('of another exercise is none', async () => {
    await using daemon = await startNudgeDaemon();
    const { control, tell } = await follow(daemon);
    tell({ ...OFFERED, exerciseId: 'ch33-agent-loop' });
    expect(control.getSnapshot().offered).toBeUndefined();
    tell(OFFERED);
    expect(control.getSnapshot().offered).toEqual(OFFER);
  });

  it.each<NewEvent>([
    { exerciseId, type: 'nudge_sent', data: { nudgeId: OFFER.nudgeId, prompt: first, by: 'student' } },
    { exerciseId, type: 'nudge_dismissed', data: { nudgeId: OFFER.nudgeId } },
    { exerciseId, type: 'nudge_dropped', data: { nudgeId: OFFER.nudgeId, reason: 'the agent has ended' } },
    { exerciseId, type: 'nudge_muted', data: { muted: true } },
    { type: 'nudge_muted', data: { muted: true } },
    { exerciseId, type: 'agent_state', data: { agent: 'claude', state: 'working', source: 'hook' } },
    { exerciseId, type: 'session_ended', data: { reason: 'exited' } },
  ])('goes when this happens: $type', async (event) => {
    await using daemon = await startNudgeDaemon();
    const { control, tell } = await follow(daemon);
    tell(OFFERED);
    tell(event);
    expect(control.getSnapshot().offered).toBeUndefined();
  });

  it.each<NewEvent>([
    { exerciseId, type: 'nudge_dismissed', data: { nudgeId: 'an older one' } },
    { exerciseId, type: 'nudge_muted', data: { muted: false } },
    { exerciseId, type: 'agent_state', data: { agent: 'claude', state: 'waiting', source: 'hook' } },
    {
      exerciseId,
      conversationId: '0b0e3f3e-0000-4000-8000-000000000000',
      type: 'agent_state',
      data: { agent: 'claude', state: 'working', source: 'run' },
    },
  ])('stays when this happens: $type', async (event) => {
    await using daemon = await startNudgeDaemon();
    const { control, tell } = await follow(daemon);
    tell(OFFERED);
    tell(event);
    expect(control.getSnapshot().offered).toEqual(OFFER);
  });

  it('goes when the student types, and nothing is asked for that', async () => {
    await using daemon = await startNudgeDaemon();
    const { control, tell } = await follow(daemon);
    tell(OFFERED);
    control.setAside();
    expect(control.getSnapshot().offered).toBeUndefined();
    expect(daemon.asked).toHaveLength(1);
  });

  it('is read anew where events were lost, and what was read before something happened does not count', async () => {
    await using daemon = await startNudgeDaemon();
    const { control, happenings, tell } = await follow(daemon);
    daemon.state = { ...daemon.state, offered: OFFER };
    happenings.beginAnew();
    tell({ exerciseId, type: 'nudge_muted', data: { muted: true } });
    daemon.state = { exerciseId, mode: 'offer', muted: 'exercise' };
    await eventually(() => expect(control.getSnapshot().settings?.muted).toBe('exercise'));
    expect(control.getSnapshot().offered).toBeUndefined();
  });

  it('that is gone is not brought back by what was read before', async () => {
    let answer = () => {};
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { control, happenings, tell } = await follow(daemon);
    daemon.reading = new Promise((resolve) => {
      answer = resolve;
    });
    happenings.beginAnew();
    await eventually(() => expect(daemon.asked).toHaveLength(2));
    tell({ exerciseId, type: 'nudge_dismissed', data: { nudgeId: OFFER.nudgeId } });
    daemon.state = { exerciseId, mode: 'offer', muted: 'all' };
    answer();
    await eventually(() => expect(control.getSnapshot().settings?.muted).toBe('all'));
    expect(control.getSnapshot().offered).toBeUndefined();
  });

  it('is known to be unwanted on every page, once one of them has said so', async () => {
    await using daemon = await startNudgeDaemon();
    const { control, tell } = await follow(daemon);
    daemon.state = { exerciseId, mode: 'offer', muted: 'all' };
    tell({ type: 'nudge_muted', data: { muted: true } });
    await eventually(() => expect(control.getSnapshot().settings?.muted).toBe('all'));
  });

  it('is not followed any more once the page has gone elsewhere', async () => {
    await using daemon = await startNudgeDaemon();
    const { control, happenings, stop, tell } = await follow(daemon);
    tell(OFFERED);
    stop();
    expect(happenings.followers).toBe(0);
    expect(control.getSnapshot().offered).toBeUndefined();
  });
});

describe('the answer to a nudge', () => {
  it('sends the chosen prompt once, and then the nudge is gone', async () => {
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { control } = await follow(daemon);
    const answers = [control.answer(second), control.answer(first), control.close()];
    expect(control.getSnapshot().sending).toBe(second);
    await Promise.all(answers);
    expect(control.getSnapshot()).toMatchObject({ offered: undefined, sending: undefined, problem: undefined });
    expect(daemon.asked.slice(1)).toEqual([{ '/nudges/answer': { exerciseId, nudgeId: OFFER.nudgeId, send: second } }]);
  });

  it('without a prompt dismisses it, also where another page was faster', async () => {
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { control } = await follow(daemon);
    daemon.answer = { status: 409, body: { error: 'nudge_not_found', message: 'Answered already.' } };
    await control.close();
    expect(daemon.asked.at(-1)).toEqual({ '/nudges/answer': { exerciseId, nudgeId: OFFER.nudgeId } });
    expect(control.getSnapshot()).toMatchObject({ offered: undefined, problem: undefined });
  });

  it('that did not reach the tutor is told in the card, which stays until it was read', async () => {
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { control, tell } = await follow(daemon);
    daemon.answer = { status: 409, body: FAILED };
    const answered = control.answer(first);
    tell({ exerciseId, type: 'nudge_dropped', data: { nudgeId: OFFER.nudgeId, reason: 'the agent is at work' } });
    await answered;
    expect(control.getSnapshot()).toMatchObject({
      offered: OFFER,
      sending: undefined,
      problem: { message: FAILED.message, isFinal: true },
    });
    await control.close();
    expect(control.getSnapshot()).toMatchObject({ offered: undefined, problem: undefined });
    expect(daemon.asked.filter((asked) => typeof asked === 'object')).toHaveLength(1);
  });

  it.each([
    ['the student types', ({ control }: Page) => control.setAside()],
    [
      'the agent goes on',
      ({ tell }: Page) =>
        tell({ exerciseId, type: 'agent_state', data: { agent: 'claude', state: 'working', source: 'hook' } }),
    ],
  ])('is waited for, also when %s meanwhile', async (_what, happen) => {
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const page = await follow(daemon);
    daemon.answer = { status: 409, body: FAILED };
    const answered = page.control.answer(first);
    happen(page);
    expect(page.control.getSnapshot()).toMatchObject({ offered: OFFER, sending: first });
    await answered;
    expect(page.control.getSnapshot()).toMatchObject({ problem: { message: FAILED.message } });
  });

  it('stays on the page while it is on its way and until it was read why it did not arrive, whatever is read', async () => {
    let answer = () => {};
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { control, happenings } = await follow(daemon);
    daemon.answer = { status: 409, body: FAILED };
    daemon.answering = new Promise((resolve) => {
      answer = resolve;
    });
    const answered = control.answer(first);
    for (const [muted, told] of [
      ['exercise', { sending: first }],
      ['all', { problem: { message: FAILED.message } }],
    ] as const) {
      daemon.state = { exerciseId, mode: 'offer', muted };
      happenings.beginAnew();
      await eventually(() => expect(control.getSnapshot().settings?.muted).toBe(muted));
      expect(control.getSnapshot()).toMatchObject({ offered: OFFER, ...told });
      answer();
      await answered;
    }
  });

  it('can be tried again where the practice server did not answer', async () => {
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { control } = await follow(daemon);
    daemon.answer = { status: 500, body: { error: 'internal_error', message: 'A fault.' } };
    await control.answer(first);
    expect(control.getSnapshot()).toMatchObject({ offered: OFFER, problem: { isFinal: false } });
    daemon.answer = { status: 200, body: { status: 'sent' } };
    await control.answer(first);
    expect(control.getSnapshot()).toMatchObject({ offered: undefined, problem: undefined });
  });

  it('is none of the student where the practice server has sent the prompt by itself; the page says so', async () => {
    await using daemon = await startNudgeDaemon();
    const { control, tell } = await follow(daemon);
    const said: string[] = [];
    control.sentByItself.on((prompt) => void said.push(prompt));
    tell({ exerciseId, type: 'nudge_sent', data: { nudgeId: 'x', prompt: first, by: 'auto' } });
    tell({ exerciseId, type: 'nudge_sent', data: { nudgeId: 'y', prompt: second, by: 'student' } });
    expect(said).toEqual([first]);
  });
});

describe('muting', () => {
  it.each([
    ['all', [{ muted: true }]],
    ['exercise', [{ muted: false }, { exerciseId, muted: true }]],
    ['no', [{ muted: false }, { exerciseId, muted: false }]],
  ] as const)('%s says so to the practice server, and reads what holds then', async (muted, bodies) => {
    await using daemon = await startNudgeDaemon({ offered: OFFER });
    const { control } = await follow(daemon);
    daemon.state = { exerciseId, mode: 'offer', muted };
    await control.mute(muted);
    expect(daemon.asked.slice(1)).toEqual([
      ...bodies.map((body) => ({ '/nudges/mute': body })),
      `/exercises/${exerciseId}/nudge`,
    ]);
    expect(control.getSnapshot()).toMatchObject({ offered: undefined, settings: { muted } });
  });
});
