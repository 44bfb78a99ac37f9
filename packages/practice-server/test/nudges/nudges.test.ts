import { randomUUID } from 'node:crypto';
import { NO_NUDGE, NUDGE_PROMPTS } from '@agent-factory/protocol/nudges';
import { describe, expect, test, vi } from 'vitest';
import type { AgentStates } from '../../src/agent-work/agent-states.js';
import { nudges as capability } from '../../src/capabilities/nudges.js';
import type { Agent } from '../fixtures/agent.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { dataOf, eventsOf } from '../fixtures/event-reader.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { withInsideOf } from '../fixtures/spied-capability.js';
import { withResolvers } from '../fixtures/with-resolvers.js';

const ID = 'first-steps';

/** Says which lines it was sent, each whole and once. */
const LISTENER: Agent = { run: `echo agent is here\nwhile read -r line; do echo "heard <$line>"; done` };

/** Shows nothing of what it is given. */
const BLIND: Agent = { run: `stty -echo\necho agent is here\nwhile read -r line; do echo "heard <$line>"; done` };

interface Wishes {
  readonly agent?: Agent;
  readonly nudge?: 'offer' | 'auto' | 'off';
  readonly after?: number;
}

/** A student at a terminal whose agent listens; what the agent does is told in place of the agent. */
async function open({ nudge = 'offer', after = 200, agent = LISTENER }: Wishes = {}) {
  const { capabilities, inside } = withInsideOf(capability);
  const files = lessons(exercise({ config: { nudge } }), exercise({ id: 'second' }));
  const daemon = await TestDaemon.open({ files, capabilities, agent, flags: { nudgeAfter: after } });
  const terminal = await daemon.open();
  await terminal.shows('agent is here');
  return {
    daemon,
    terminal,
    events: inside().host.events,
    catalog: inside().host.catalog,
    may: () => inside().host.sessions.mayNudge(ID),
    agent(state: 'working' | 'waiting' | 'asking') {
      const work = inside().host.work as AgentStates;
      work.note(ID, { state, source: 'hook' });
      work.settle(ID);
    },
    see: (visible = true, busy = false) => terminal.send({ type: 'presence', visible, busy }),
    state: async () => (await daemon.request(`/exercises/${ID}/nudge`, { headers: { Origin: daemon.origin } })).json,
    answer: (body: object) => daemon.post('/nudges/answer', { exerciseId: ID, ...body }),
    [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose](),
  };
}

type Practice = Awaited<ReturnType<typeof open>>;

async function offered(practice: Practice, count = 1) {
  const all = await dataOf(practice.daemon, 'nudge_offered', count);
  return all[count - 1] as (typeof all)[number];
}

/** Long enough for a nudge that would come. */
function aWhile(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 700));
}

test('fifty keys read the exercise no more than a few times, and a pause after them still counts', async () => {
  await using practice = await open({ after: 600 });
  practice.see();
  practice.agent('waiting');
  const read = vi.spyOn(practice.catalog, 'cached');
  for (let key = 0; key < 50; key += 1) practice.terminal.type('x');
  await practice.terminal.shows('x'.repeat(50));
  // Once in a quarter of a second; without a bound, fifty times.
  expect(read.mock.calls.length).toBeLessThan(20);
  practice.terminal.type('\r');
  await offered(practice);
});

describe('[terminal-events 6 prompts] a student who is still is offered the prompts', { concurrent: true }, () => {
  test('in turn, and none goes to the agent before it is pressed', async () => {
    await using practice = await open();
    practice.see();
    practice.agent('waiting');
    const first = await offered(practice);
    expect(first.prompts).toEqual([...NUDGE_PROMPTS]);
    expect((await offered(practice, 2)).prompts[0]).toBe(NUDGE_PROMPTS[1]);
    expect((await offered(practice, 3)).prompts[0]).toBe(NUDGE_PROMPTS[2]);
    expect(practice.terminal.output).not.toContain('heard');
  });

  test('and the one that is pressed is sent whole, and submitted once', async () => {
    await using practice = await open({ after: 5000 });
    practice.see();
    practice.agent('waiting');
    const { nudgeId } = await offered(practice);
    const answer = await practice.answer({ nudgeId, send: NUDGE_PROMPTS[0] });
    expect([answer.status, answer.json]).toEqual([200, { status: 'sent' }]);
    await practice.terminal.shows(`heard <${NUDGE_PROMPTS[0]}>`);
    expect(await dataOf(practice.daemon, 'nudge_sent')).toEqual([{ nudgeId, prompt: NUDGE_PROMPTS[0], by: 'student' }]);
    expect(practice.terminal.output.match(/heard/g)).toHaveLength(1);
    const again = await practice.answer({ nudgeId, send: NUDGE_PROMPTS[0] });
    expect([again.status, again.json.error]).toEqual([409, 'nudge_not_found']);
  });

  test('or says no, and is left alone for a while', async () => {
    await using practice = await open({ after: 5000 });
    practice.see();
    practice.agent('waiting');
    const { nudgeId } = await offered(practice);
    expect((await practice.answer({ nudgeId })).json).toEqual({ status: 'dismissed' });
    expect(await dataOf(practice.daemon, 'nudge_dismissed')).toEqual([{ nudgeId }]);
    expect((await practice.state()).offered).toBeUndefined();
  });

  test('once, however many pages come to be seen at the same moment', async () => {
    await using practice = await open({ after: 4000 });
    practice.agent('waiting');
    practice.see(false);
    await new Promise((resolve) => setTimeout(resolve, 4200));
    for (let time = 0; time < 5; time += 1) practice.see(true);
    await offered(practice);
    expect(await dataOf(practice.daemon, 'nudge_offered')).toHaveLength(1);
  });

  test('three times at most without an answer, and again once they do something', async () => {
    await using practice = await open({ after: 60 });
    practice.see();
    practice.agent('waiting');
    await dataOf(practice.daemon, 'nudge_offered', 3);
    await aWhile();
    expect(await dataOf(practice.daemon, 'nudge_offered', 3)).toHaveLength(3);
    practice.terminal.type('hello\r');
    await dataOf(practice.daemon, 'nudge_offered', 4);
  });

  test('which a page learns that comes later', async () => {
    await using practice = await open({ after: 5000 });
    const { events } = practice;
    expect(events.readers).toBe(0);
    expect(await practice.state()).toEqual({ exerciseId: ID, mode: 'offer', muted: 'no' });
    practice.see();
    practice.agent('waiting');
    const { nudgeId, prompts } = await offered(practice);
    expect((await practice.state()).offered).toEqual({ nudgeId, prompts });
  });

  test.each([
    ['they check their work', ({ daemon }) => daemon.post('/exercises/verify', { exerciseId: ID })],
    ['they want none here', ({ daemon }) => daemon.post('/nudges/mute', { exerciseId: ID, muted: true })],
    ['they want none at all', ({ daemon }) => daemon.post('/nudges/mute', { muted: true })],
    ['the agent goes to work', ({ agent }) => agent('working')],
  ] satisfies [string, (practice: Practice) => unknown][])('until %s', async (_, happens) => {
    await using practice = await open({ after: 5000 });
    practice.see();
    practice.agent('waiting');
    const { nudgeId } = await offered(practice);
    await happens(practice);
    expect(await dataOf(practice.daemon, 'nudge_dismissed')).toContainEqual({ nudgeId });
    expect((await practice.state()).offered?.nudgeId).not.toBe(nudgeId);
  });

  test.each([
    [
      'the agent of a chat goes to work',
      ({ events }) =>
        events.append({
          ...{ exerciseId: ID, conversationId: randomUUID(), type: 'agent_state' },
          data: { agent: 'claude', state: 'working', source: 'run' },
        }),
    ],
    [
      'they want none in another exercise',
      ({ daemon }) => daemon.post('/nudges/mute', { exerciseId: 'second', muted: true }),
    ],
  ] satisfies [string, (practice: Practice) => unknown][])('also when %s', async (_, happens) => {
    await using practice = await open({ after: 5000 });
    practice.see();
    practice.agent('waiting');
    const { nudgeId } = await offered(practice);
    await happens(practice);
    expect((await practice.state()).offered?.nudgeId).toBe(nudgeId);
  });

  test('of this session, and not of the next', async () => {
    await using practice = await open({ after: 5000 });
    practice.see();
    practice.agent('waiting');
    await offered(practice);
    await practice.daemon.post('/exercises/reset', { exerciseId: ID });
    expect((await practice.state()).offered).toBeUndefined();
  });
});

describe('[terminal-events 6 reset] typing', { concurrent: true }, () => {
  test('begins the wait anew, and takes back what was offered', async () => {
    await using practice = await open({ after: 5000 });
    practice.see();
    practice.agent('waiting');
    const { nudgeId } = await offered(practice);
    practice.terminal.type('x');
    expect(await dataOf(practice.daemon, 'nudge_dismissed')).toEqual([{ nudgeId }]);
    expect((await practice.state()).offered).toBeUndefined();
    expect((await practice.answer({ nudgeId, send: NUDGE_PROMPTS[0] })).json.error).toBe('nudge_not_found');
  });

  test('that is not sent keeps every nudge away until it is', async () => {
    await using practice = await open();
    practice.see();
    practice.terminal.type('half a quest');
    practice.agent('waiting');
    await aWhile();
    expect(await eventsOf(practice.daemon, '&type=nudge_offered')).toEqual([]);
    practice.terminal.type('ion\r');
    await offered(practice);
  });
});

describe('[terminal-events 6 suppressed] a nudge does not come', { concurrent: true }, () => {
  test('[terminal-events 6 muted] while the page is hidden or busy, the agent works or asks, or the student wants none; and comes afterwards', async () => {
    await using practice = await open();
    const none = async () => {
      await aWhile();
      expect(await eventsOf(practice.daemon, '&type=nudge_offered')).toEqual([]);
    };
    practice.agent('waiting');
    await none();
    practice.see(false);
    await none();
    practice.see(true, true);
    await none();
    practice.agent('working');
    practice.see();
    await none();
    practice.agent('asking');
    await none();
    for (let time = 0; time < 2; time += 1)
      expect((await practice.daemon.post('/nudges/mute', { exerciseId: ID, muted: true })).status).toBe(200);
    practice.agent('waiting');
    await none();
    expect((await practice.state()).muted).toBe('exercise');
    await practice.daemon.post('/nudges/mute', { muted: true });
    await practice.daemon.post('/nudges/mute', { exerciseId: ID, muted: false });
    expect((await practice.state()).muted).toBe('all');
    await none();
    await practice.daemon.post('/nudges/mute', { muted: false });
    await offered(practice);
  });

  test('[terminal-events 6 muted] where the student came to want none while their wishes were read', async () => {
    await using practice = await open();
    practice.see();
    const read = withResolvers();
    const reading = vi.spyOn(practice.catalog, 'cached').mockReturnValue(read.promise);
    practice.agent('waiting');
    await aWhile();
    expect(reading).toHaveBeenCalled();
    expect((await practice.daemon.post('/nudges/mute', { muted: true })).status).toBe(200);
    read.resolve(undefined);
    await aWhile();
    expect(await eventsOf(practice.daemon, '&type=nudge_offered')).toEqual([]);
  });

  test('within a minute after a check', async () => {
    await using practice = await open();
    practice.see();
    await practice.daemon.post('/exercises/verify', { exerciseId: ID });
    practice.agent('waiting');
    await aWhile();
    expect(await eventsOf(practice.daemon, '&type=nudge_offered')).toEqual([]);
  });

  test('where the exercise or the command line has turned them off', async () => {
    for (const wishes of [{ nudge: 'off' }, { after: 0 }] as const) {
      await using practice = await open(wishes);
      practice.see();
      practice.agent('waiting');
      await aWhile();
      expect(await eventsOf(practice.daemon, '&type=nudge_offered')).toEqual([]);
    }
  });
});

describe('[terminal-events 6 auto] an exercise with `nudge: auto`', { concurrent: true }, () => {
  test('has the prompts sent by the daemon, each whole and once, in turn', async () => {
    await using practice = await open({ nudge: 'auto', after: 1500 });
    practice.see();
    practice.agent('waiting');
    await dataOf(practice.daemon, 'nudge_sent', 3);
    for (const prompt of NUDGE_PROMPTS) await practice.terminal.shows(`heard <${prompt}>`);
    await aWhile();
    expect(practice.terminal.output.match(/heard/g)).toHaveLength(3);
    expect(await dataOf(practice.daemon, 'nudge_sent')).toMatchObject(
      NUDGE_PROMPTS.map((prompt) => ({ prompt, by: 'auto' })),
    );
  });
});

describe('who has a reason of their own for a nudge', { concurrent: true }, () => {
  test('is told whether it disturbs nobody', async () => {
    await using practice = await open({ after: 60_000 });
    expect(await practice.may()).toBe(NO_NUDGE.agent_at_work);
    practice.agent('waiting');
    expect(await practice.may()).toBeUndefined();
    practice.terminal.type('half a quest');
    await expect.poll(practice.may).toBe(NO_NUDGE.student_busy);
    practice.terminal.type('ion\r');
    await expect.poll(practice.may).toBeUndefined();
    await practice.daemon.post('/nudges/mute', { exerciseId: ID, muted: true });
    expect(await practice.may()).toBe(NO_NUDGE.muted);
  });

  test('waits after a nudge that was offered', async () => {
    await using practice = await open();
    practice.see();
    practice.agent('waiting');
    await offered(practice);
    expect(await practice.may()).toBe(NO_NUDGE.nudged);
  });

  test('[coaching-backend FR-140] and after theirs, none is offered for as long', async () => {
    await using practice = await open({ after: 1500 });
    practice.see();
    practice.agent('waiting');
    const first = await offered(practice);
    practice.events.append({
      ...{ exerciseId: ID, type: 'coach_action' },
      data: { action: 'nudge_sent', sessionId: randomUUID(), data: { signal: 'idle', confidence: 1 } },
    });
    expect(await dataOf(practice.daemon, 'nudge_dismissed')).toEqual([{ nudgeId: first.nudgeId }]);
    await aWhile();
    expect(await dataOf(practice.daemon, 'nudge_offered')).toHaveLength(1);
    await offered(practice, 2);
  });
});

describe('a nudge that cannot be delivered', { concurrent: true }, () => {
  test('is dropped, which is told and logged', async () => {
    await using practice = await open({ after: 5000 });
    practice.see();
    practice.agent('waiting');
    const { nudgeId } = await offered(practice);
    practice.terminal.type('half');
    practice.agent('waiting');
    const { json } = await practice.answer({ nudgeId, send: NUDGE_PROMPTS[0] });
    expect(json.error).toMatch(/^nudge_(failed|not_found)$/);
    expect(practice.terminal.output).not.toContain('heard');
  });

  test('is not sent where the agent does not take it', async () => {
    await using practice = await open({ after: 5000, agent: BLIND });
    practice.see();
    practice.agent('waiting');
    const { nudgeId } = await offered(practice);
    const answer = await practice.answer({ nudgeId, send: NUDGE_PROMPTS[0] });
    expect([answer.status, answer.json.error, answer.json.reason]).toEqual([
      409,
      'nudge_failed',
      'the agent did not take it',
    ]);
    expect(await dataOf(practice.daemon, 'nudge_dropped')).toEqual([{ nudgeId, reason: 'the agent did not take it' }]);
    expect(practice.terminal.output).not.toContain('heard');
  });

  test('is not sent into a question of the agent, whether it is there already or comes meanwhile', async () => {
    const asking = {
      run: `stty -icanon -echo; echo agent is here; dd bs=1 count=5 >/dev/null 2>&1
printf '%s\\n' 'Please continue exploring the next topic' 'Run it?' '> 1. Yes' '  2. No'
answer=$(dd bs=1 count=1 2>/dev/null | od -An -tx1); while [ "$answer" != ' 0a' ] && [ "$answer" != ' 0d' ]; do answer=$(dd bs=1 count=1 2>/dev/null | od -An -tx1); done; echo approved; sleep 60`,
    };
    await using practice = await open({ after: 5000, agent: asking });
    practice.see();
    practice.agent('waiting');
    const { nudgeId } = await offered(practice);
    const answer = await practice.answer({ nudgeId, send: NUDGE_PROMPTS[0] });
    expect([answer.status, answer.json.error]).toEqual([409, 'nudge_failed']);
    await aWhile();
    expect(practice.terminal.output).not.toContain('approved');
  });

  test('is not sent to the shell that follows an agent which ends at that moment', async () => {
    const ends: Agent = { run: `stty -icanon; echo agent is here; dd bs=1 count=1 >/dev/null 2>&1` };
    await using practice = await open({ after: 5000, agent: ends });
    practice.see();
    practice.agent('waiting');
    const { nudgeId } = await offered(practice);
    const answer = await practice.answer({ nudgeId, send: NUDGE_PROMPTS[0] });
    expect([answer.status, answer.json.error]).toEqual([409, 'nudge_failed']);
    await aWhile();
    expect(practice.terminal.output).not.toMatch(/not found|command/);
  });

  test.each([
    ['an odd prompt', { send: 'rm -rf /' }, 400, 'invalid_request'],
    ['another nudge', { nudgeId: 'other', send: NUDGE_PROMPTS[0] }, 409, 'nudge_not_found'],
    ['a nudge without an end', { nudgeId: 'x'.repeat(500) }, 400, 'invalid_request'],
  ])('%s is refused', async (_, body, status, error) => {
    await using practice = await open({ after: 5000 });
    practice.see();
    practice.agent('waiting');
    const { nudgeId } = await offered(practice);
    const answer = await practice.answer({ nudgeId, ...body });
    expect([answer.status, answer.json.error]).toEqual([status, error]);
  });
});

describe('[terminal-events 6 learners] nothing is offered', { concurrent: true }, () => {
  test('to an author, whose preview starts its practice server without nudges', async () => {
    await using practice = await open({ after: 0 });
    practice.see();
    practice.agent('waiting');
    await aWhile();
    expect(await eventsOf(practice.daemon, '&type=nudge_offered')).toEqual([]);
  });

  test('to somebody at a plain shell', async () => {
    const { capabilities } = withInsideOf(capability);
    await using daemon = await TestDaemon.open({ capabilities, flags: { nudgeAfter: 200, agent: 'shell' } });
    const terminal = await daemon.open();
    terminal.send({ type: 'presence', visible: true, busy: false });
    terminal.type('echo $((40 + 2))\r');
    await terminal.shows('42');
    await aWhile();
    expect(await eventsOf(daemon, '&type=nudge_offered')).toEqual([]);
  });
});
