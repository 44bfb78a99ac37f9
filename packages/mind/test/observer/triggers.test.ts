import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gate, NO_NUDGE_WANTED, ObservedDesk, WRONG_FILE } from './observed-desk.js';

let observed: ObservedDesk;
beforeEach(async () => {
  observed = await ObservedDesk.make();
});
afterEach(() => observed[Symbol.asyncDispose]());

const settled = () => observed.observer.settled();

describe('[coaching-backend FR-132] there is an evaluation', () => {
  test('whenever a file is opened or saved', async () => {
    await observed.open();
    expect(observed.calls).toHaveLength(1);
    await observed.save();
    await settled();
    expect(observed.calls).toHaveLength(2);
  });

  test('[coaching-backend FR-148] [coaching-backend SC-071] at the fifth key since the last one, and the count begins anew with each', async () => {
    await observed.type(4);
    await settled();
    expect(observed.calls).toHaveLength(0);
    await observed.type(1);
    await settled();
    expect(observed.calls).toHaveLength(1);
    observed.pass(30_000);
    await observed.type(4);
    await observed.open();
    await observed.type(4);
    await settled();
    expect(observed.calls).toHaveLength(2);
    await observed.type(1);
    await settled();
    expect(observed.calls).toHaveLength(3);
  });

  test('because of typing alone not more often than every 30 s, however fast it is', async () => {
    await observed.type(40);
    await settled();
    observed.pass(29_999);
    await observed.type(5);
    await settled();
    expect(observed.calls).toHaveLength(1);
    observed.pass(1);
    await observed.type(1);
    await settled();
    expect(observed.calls).toHaveLength(2);
  });

  test('when a phase begins or is complete', async () => {
    await observed.plan();
    await observed.phase(1, 'active');
    expect(observed.calls).toHaveLength(1);
    await observed.phase(1, 'complete');
    expect(observed.calls).toHaveLength(2);
  });

  test('[coaching-backend FR-149] when nothing has happened for five minutes', async () => {
    observed.answer({ ...WRONG_FILE, signal: 'idle' });
    observed.pass(300_000);
    await settled();
    expect(observed.calls).toHaveLength(0);
    observed.pass(1);
    await settled();
    expect(observed.calls).toHaveLength(1);
    expect(observed.told).toMatchObject({ user_idle: true });
    expect(observed.log('nudge_sent')).toEqual([{ signal: 'idle', confidence: 0.85 }]);
  });

  test('of one stillness at 5, 10 and 20 minutes, after which no timer is left', async () => {
    for (const [ms, calls] of [
      [300_001, 1],
      [300_000, 2],
      [599_999, 2],
      [1, 3],
      [36_000_000, 3],
    ] as const) {
      observed.pass(ms);
      await settled();
      expect(observed.calls).toHaveLength(calls);
    }
    expect(observed.clock.waiting).toBe(0);
    await observed.type(1);
    observed.pass(300_001);
    await settled();
    expect(observed.calls).toHaveLength(4);
  });

  test('but a key begins the stillness anew, and does not touch its timer', async () => {
    observed.pass(299_000);
    const after = vi.spyOn(observed.clock, 'after');
    await observed.type(3);
    expect([after.mock.calls.length, observed.clock.waiting]).toEqual([0, 1]);
    observed.pass(299_000);
    await settled();
    expect(observed.calls).toHaveLength(0);
    observed.pass(1001);
    await settled();
    expect(observed.calls).toHaveLength(1);
  });

  test('but not for somebody who is away from all pages', async () => {
    observed = await replaced({ begin: false });
    await observed.begin();
    observed.pass(300_001);
    await settled();
    expect(observed.calls).toHaveLength(0);
  });
});

describe('what the agent and the coach do', () => {
  test('is neither a reason to think nor a sign of the student', async () => {
    const project = await observed.desk.project();
    observed.pass(299_000);
    for (let time = 0; time < 12; time += 1)
      await project.callTool('paige_show_message', { message: 'hello', type: 'info' }, { mcpSessionId: 'agent' });
    await observed.say('user:idle_start', { lastActionTimestamp: 1 });
    await settled();
    expect([observed.calls.length, observed.desk.actions('mcp_tool_call', 'coaching_message').length]).toEqual([0, 24]);
    observed.pass(1001);
    await settled();
    expect(observed.calls).toHaveLength(1);
    expect(observed.log('nudge_suppressed')).toEqual([]);
  });
});

describe('one evaluation at a time', () => {
  test('[coaching-backend FR-147] [coaching-backend EC-65] what happens while a model is asked begins no second one, and is not logged', async () => {
    const asked = gate<object>();
    observed.answer(() => asked.promise);
    await observed.say('file:open', { path: 'src/auth.ts' });
    await vi.waitFor(() => expect(observed.calls).toHaveLength(1), 15_000);
    await observed.save();
    await observed.type(6);
    await new Promise(setImmediate);
    expect(observed.calls).toHaveLength(1);
    asked.open(NO_NUDGE_WANTED);
    await settled();
    observed.answer(NO_NUDGE_WANTED);
    await observed.open();
    expect(observed.calls).toHaveLength(2);
    expect(observed.log('nudge_suppressed')).toEqual([]);
  });

  /** A model is asked because of a file, and while it thinks one phase passes and the next begins. */
  const phasesWhileAsked = async (answer: object) => {
    await observed.plan();
    const asked = gate<object>();
    observed.answer(() => asked.promise);
    await observed.say('file:open', { path: 'src/auth.ts' });
    await vi.waitFor(() => expect(observed.calls).toHaveLength(1), 15_000);
    const project = await observed.desk.project();
    for (const change of [
      { phase: 1, status: 'active' },
      { phase: 1, status: 'complete' },
      { phase: 2, status: 'active' },
    ] as const)
      await project.callTool('paige_update_phase', change, { mcpSessionId: 'agent' });
    expect(observed.calls).toHaveLength(1);
    observed.answer(NO_NUDGE_WANTED);
    asked.open(answer);
    await settled();
  };

  test('[coaching-backend EC-73] a phase that begins while a model is asked is looked at afterwards: the latest, once', async () => {
    await phasesWhileAsked(NO_NUDGE_WANTED);
    expect(observed.calls).toHaveLength(2);
    expect(observed.told.current_phase).toMatchObject({ number: 2 });
    await settled();
    expect(observed.calls).toHaveLength(2);
  });

  test('[coaching-backend EC-65] a phase that begins while a nudge is on its way is not looked at, and not logged', async () => {
    await phasesWhileAsked(WRONG_FILE);
    expect([observed.calls.length, observed.log('nudge_sent').length]).toEqual([1, 1]);
    expect(observed.log('nudge_suppressed')).toEqual([]);
  });

  test('never delays a key: neither disk nor model are asked in its turn', async () => {
    const project = await observed.desk.project();
    const execute = vi.spyOn(observed.desk.files.store, 'getExecutor');
    const select = vi.spyOn(observed.desk.files.store, 'selectFrom');
    const room = vi.spyOn(observed.desk.models, 'whyNot');
    const typed = observed.type(5);
    await typed;
    expect([execute.mock.calls.length, select.mock.calls.length, room.mock.calls.length]).toEqual([0, 0, 0]);
    await settled();
    expect(observed.calls).toHaveLength(1);
    expect(project.hasSession).toBe(true);
  });
});

describe('nothing is asked, and nothing is logged', () => {
  test.each([
    ['where the student has turned the part off', () => observed.desk.off.add('observer')],
    [
      'where no model is reached',
      () => {
        observed.desk.models.advice = 'Set a key.';
      },
    ],
    [
      'where nudges are muted in the panel',
      () => {
        observed.desk.busy = 'you want no nudges';
      },
    ],
    [
      'where the exercise has none',
      () => {
        observed.desk.busy = 'nudges are turned off here';
      },
    ],
    ['where the student shows nothing of the editor', () => observed.desk.coach.setVisibility('kata', 'nothing')],
  ])('%s', async (_, happens) => {
    await happens();
    for (let time = 0; time < 13; time += 1) await observed.open();
    await observed.type(5);
    observed.pass(300_001);
    await settled();
    expect([observed.calls, observed.log('nudge_suppressed', 'nudge_dropped')]).toEqual([[], []]);
  });
});

async function replaced(options: { begin: boolean }): Promise<ObservedDesk> {
  await observed[Symbol.asyncDispose]();
  return ObservedDesk.make(options);
}
