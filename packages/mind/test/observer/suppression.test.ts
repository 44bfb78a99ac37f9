import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ObservedDesk, WRONG_FILE } from './observed-desk.js';

let observed: ObservedDesk;
beforeEach(async () => {
  observed = await ObservedDesk.make();
});
afterEach(() => observed[Symbol.asyncDispose]());

const suppressed = () => observed.log('nudge_suppressed');

describe('after a nudge', () => {
  beforeEach(async () => {
    observed.answer(WRONG_FILE);
    await observed.open();
    expect(observed.log('nudge_sent')).toHaveLength(1);
  });

  test('[coaching-backend FR-135] [coaching-backend SC-066] no model is asked for 120 s, and the log says so', async () => {
    observed.pass(119_999);
    await observed.open();
    expect([observed.calls.length, suppressed()]).toEqual([1, [{ reason: 'cooldown' }]]);
    observed.pass(1);
    await observed.open();
    expect([observed.calls.length, observed.log('nudge_sent').length]).toEqual([2, 2]);
  });

  test('[coaching-backend EC-69] [coaching-backend EC-73] a burst is one line, and every minute and every nudge have another', async () => {
    for (let time = 0; time < 6; time += 1) await observed.open();
    expect(suppressed()).toHaveLength(1);
    observed.pass(60_000);
    await observed.open();
    expect(suppressed()).toHaveLength(2);
    observed.pass(60_000);
    await observed.open();
    await observed.open();
    expect([observed.log('nudge_sent').length, suppressed().length]).toEqual([2, 3]);
  });

  test('[coaching-backend FR-133] comes before flow, which comes to light when that is over', async () => {
    for (let time = 0; time < 12; time += 1) await observed.open();
    observed.pass(59_000);
    for (let time = 0; time < 12; time += 1) await observed.open();
    expect(suppressed()).toEqual([{ reason: 'cooldown' }]);
    observed.pass(58_000);
    for (let time = 0; time < 12; time += 1) await observed.open();
    observed.pass(3000);
    await observed.open();
    expect(suppressed().map(({ reason }) => reason)).toEqual(['cooldown', 'cooldown', 'flow_state']);
    expect(observed.calls).toHaveLength(1);
  });

  test('is not over because the clock of the machine was set forward', async () => {
    observed.desk.clock += 86_400_000;
    await observed.open();
    expect(suppressed()).toEqual([{ reason: 'cooldown' }]);
  });
});

describe('in flow', () => {
  test('[coaching-backend FR-136] [coaching-backend SC-067] more than ten actions within a minute, no model is asked, and the log says so', async () => {
    for (let time = 0; time < 10; time += 1) await observed.open();
    expect([observed.calls.length, suppressed()]).toEqual([10, []]);
    await observed.open();
    await observed.open();
    expect([observed.calls.length, suppressed()]).toEqual([10, [{ reason: 'flow_state' }]]);
    observed.pass(60_001);
    await observed.open();
    expect(observed.calls).toHaveLength(11);
  });

  test('[coaching-backend FR-136] is logged for each episode, however soon the next one comes', async () => {
    for (let time = 0; time < 10; time += 1) await observed.open();
    observed.pass(50_000);
    await observed.open();
    observed.pass(10_001);
    await observed.open();
    expect([observed.calls.length, suppressed().length]).toEqual([11, 1]);
    for (let time = 0; time < 9; time += 1) await observed.open();
    expect(suppressed()).toEqual([{ reason: 'flow_state' }, { reason: 'flow_state' }]);
  });

  test('is a minute of typing, but not a line', async () => {
    await observed.type(60);
    await observed.save();
    await observed.observer.settled();
    expect(suppressed()).toEqual([]);
    for (let seconds = 0; seconds < 60; seconds += 5) {
      observed.pass(5000);
      await observed.type(1);
    }
    await observed.save();
    await observed.observer.settled();
    expect(suppressed()).toEqual([{ reason: 'flow_state' }]);
  });

  test('is not what sums up the typing that was counted already', async () => {
    for (let time = 1; time <= 12; time += 1)
      await observed.say('buffer:update', {
        ...{ path: 'src/auth.ts', content: 'x'.repeat(1000 * time) },
        cursorPosition: { line: 1, column: 1 },
      });
    expect(observed.desk.actions('buffer_significant_change').length).toBeGreaterThan(10);
    await observed.save();
    await observed.observer.settled();
    expect(suppressed()).toEqual([]);
  });

  test('[coaching-backend EC-73] also phases that follow each other quickly are not looked at', async () => {
    for (let time = 0; time < 11; time += 1) await observed.open();
    await observed.plan();
    const { length } = observed.calls;
    await observed.phase(1, 'active');
    await observed.phase(1, 'complete');
    await observed.phase(2, 'active');
    expect([observed.calls.length, suppressed()]).toEqual([length, [{ reason: 'flow_state' }]]);
  });
});

test('a nudge of the panel counts as one of its own', async () => {
  observed.desk.busy = 'the last nudge is too recent';
  await observed.open();
  expect([observed.calls, suppressed()]).toEqual([[], [{ reason: 'cooldown' }]]);
});
