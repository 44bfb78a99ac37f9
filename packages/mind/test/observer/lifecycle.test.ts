import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Watch } from '../../src/observer/watch.js';
import { gate, ObservedDesk, WRONG_FILE } from './observed-desk.js';

let observed: ObservedDesk;
beforeEach(async () => {
  observed = await ObservedDesk.make();
});
afterEach(() => observed[Symbol.asyncDispose]());

const statuses = () => observed.page.of('observer:status');
const ACTIVE = { active: true, muted: false, lastEvaluation: null };
const OVER = { active: false, muted: false, lastEvaluation: null };

describe('an observed session', () => {
  test('[coaching-backend FR-129] [coaching-backend FR-131] [coaching-backend FR-145] [coaching-backend SC-062] begins with the session: it is told of actions, waits for stillness, and pages are told', async () => {
    expect(statuses()).toEqual([ACTIVE]);
    expect(observed.clock.waiting).toBe(1);
    await observed.open();
    expect(observed.calls).toHaveLength(1);
  });

  test('[coaching-backend FR-130] [coaching-backend FR-145] [coaching-backend FR-149] [coaching-backend SC-063] ends with it: no timer is left, nothing is evaluated, and pages are told', async () => {
    await observed.desk.coach.endSession('kata', 'completed');
    expect(statuses()).toEqual([ACTIVE, OVER]);
    expect([observed.clock.waiting, observed.observer.count]).toEqual([0, 0]);
    await observed.open();
    await observed.type(5);
    observed.pass(3_600_000);
    await observed.observer.settled();
    expect(observed.calls).toEqual([]);
  });

  test('[coaching-backend EC-71] is not looked at once it is over, also where nobody was told, as by a reset', async () => {
    await observed.desk.coach.forget('kata');
    observed.pass(400_000);
    await observed.observer.settled();
    expect([observed.calls, observed.desk.warnings]).toEqual([[], []]);
  });

  test('makes room for the next one of the project', async () => {
    await observed.desk.coach.forget('kata');
    await observed.begin();
    expect([observed.observer.count, observed.clock.waiting]).toEqual([1, 1]);
    await observed.open();
    expect(observed.calls.map(({ sessionId }) => sessionId)).toEqual([observed.sessionId]);
  });

  test('that goes on is told to pages again, and observed once', async () => {
    await observed.desk.coach.beginSession('kata');
    await vi.waitFor(() => expect(statuses()).toEqual([ACTIVE, ACTIVE]), 15_000);
    await observed.open();
    expect([observed.calls.length, observed.observer.count]).toEqual([1, 1]);
  });

  test('is told to a page that comes later', async () => {
    await observed.open();
    await observed.say('observer:mute', { muted: true });
    await observed.come();
    const lastEvaluation = new Date(observed.desk.clock).toISOString();
    await vi.waitFor(() => expect(statuses()).toEqual([{ active: true, muted: true, lastEvaluation }]), 15_000);
  });

  test('keeps what the student wanted, and the pause after a nudge, when another daemon goes on with it', async () => {
    observed.answer(WRONG_FILE);
    await observed.open();
    await observed.say('observer:mute', { muted: true });
    observed.pass(60_000);
    const { observer, desk } = observed;
    await observer.close();
    await desk.coach.beginSession('kata');
    await vi.waitFor(() => expect(observer.count).toBe(1), 15_000);
    await observer.settled();
    expect(statuses().at(-1)).toMatchObject({ active: true, muted: true });
    await observed.say('observer:mute', { muted: false });
    await observed.open();
    expect(observed.log('nudge_suppressed')).toEqual([{ reason: 'cooldown' }]);
    observed.pass(60_000);
    await observed.open();
    expect(observed.calls).toHaveLength(2);
  });

  test('is told of, and looked at, only once it is known what an earlier daemon has left', async () => {
    await observed.say('observer:mute', { muted: true });
    await observed.observer.close();
    const read = gate<void>();
    const remember = Watch.prototype.remember;
    vi.spyOn(Watch.prototype, 'remember').mockImplementationOnce(async function (this: Watch) {
      await read.promise;
      return remember.call(this);
    });
    await observed.desk.coach.beginSession('kata');
    await observed.come();
    await observed.say('file:open', { path: 'src/auth.ts' });
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    expect([statuses(), observed.calls]).toEqual([[], []]);
    read.open();
    await observed.observer.settled();
    expect(statuses()).toEqual([
      { ...ACTIVE, muted: true },
      { ...ACTIVE, muted: true },
    ]);
    expect(observed.calls).toEqual([]);
  });

  test('does not end with another one, and a page learns where there is none', async () => {
    const { observer, workplace } = observed;
    if (workplace === undefined) throw new Error('no session has begun');
    observer.sessionEnded(workplace, 'another');
    expect([observer.count, statuses()]).toEqual([1, [ACTIVE]]);
    await observer.close();
    await observed.come();
    expect(statuses()).toEqual([OVER]);
  });

  test('costs nothing once it is closed, and closing waits for what is under way', async () => {
    const asked = gate<object>();
    observed.answer(() => asked.promise);
    await observed.say('file:open', { path: 'src/auth.ts' });
    await vi.waitFor(() => expect(observed.calls).toHaveLength(1), 15_000);
    let isClosed = false;
    const closing = observed.observer.close().then(() => {
      isClosed = true;
    });
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    asked.open(WRONG_FILE);
    await closing;
    expect([observed.clock.waiting, observed.desk.said, observed.log('nudge_sent')]).toEqual([0, [], []]);
  });
});

describe('muting', () => {
  test('[coaching-backend FR-144] [coaching-backend FR-145] is written down, and told to pages, both ways', async () => {
    await observed.say('observer:mute', { muted: true });
    await vi.waitFor(() => expect(statuses()).toEqual([ACTIVE, { ...ACTIVE, muted: true }]), 15_000);
    await observed.say('observer:mute', { muted: false });
    await vi.waitFor(() => expect(statuses().at(-1)).toEqual(ACTIVE), 15_000);
    expect(observed.log('observer_muted')).toEqual([{ muted: true }, { muted: false }]);
  });

  test('[coaching-backend FR-134] [coaching-backend SC-068] ends all evaluations without a word, and taking it back brings them back', async () => {
    await observed.say('observer:mute', { muted: true });
    await vi.waitFor(() => expect(observed.log('observer_muted')).toHaveLength(1), 15_000);
    await observed.open();
    await observed.type(6);
    observed.pass(301_000);
    for (let time = 0; time < 13; time += 1) await observed.open();
    expect([observed.calls, observed.log('nudge_suppressed')]).toEqual([[], []]);
    observed.pass(61_000);
    await observed.say('observer:mute', { muted: false });
    await vi.waitFor(() => expect(observed.log('observer_muted')).toHaveLength(2), 15_000);
    await observed.open();
    expect(observed.calls).toHaveLength(1);
  });

  test('[coaching-backend FR-133] comes before every other reason: where a nudge was just sent, nothing is logged either', async () => {
    observed.answer(WRONG_FILE);
    await observed.open();
    await observed.say('observer:mute', { muted: true });
    await vi.waitFor(() => expect(observed.log('observer_muted')).toHaveLength(1), 15_000);
    await observed.open();
    expect(observed.log('nudge_suppressed')).toEqual([]);
  });

  test('[coaching-backend EC-70] without a session changes nothing, and a warning says so', async () => {
    await observed.desk.coach.endSession('kata', 'completed');
    const before = statuses().length;
    await observed.say('observer:mute', { muted: true });
    await vi.waitFor(() => expect(observed.desk.warnings).toHaveLength(1), 15_000);
    expect(observed.desk.warnings[0]).toMatchObject({ facts: { projectId: 'kata', muted: true } });
    expect([observed.log('observer_muted'), statuses().length]).toEqual([[], before]);
    for (let time = 0; time < 40; time += 1) await observed.say('observer:mute', { muted: true });
    await new Promise(setImmediate);
    expect(observed.desk.warnings.length).toBeLessThanOrEqual(20);
  });
});
