import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Activity } from '../../src/observer/activity.js';
import { Watch } from '../../src/observer/watch.js';
import { deskWithSession } from '../pipeline/fixture.js';
import { FakeClock } from './fake-clock.js';

test('eleven actions are flow up to the last of sixty seconds', () => {
  const activity = new Activity(0);
  for (let time = 0; time < 11; time += 1) activity.acted(1000);
  expect([activity.isInFlow(61_000), activity.isInFlow(61_001)]).toEqual([true, false]);
});

describe('what is known of a session', () => {
  let begun: Awaited<ReturnType<typeof deskWithSession>>;
  let watch: Watch;
  let clock: FakeClock;
  const closing = new AbortController();
  beforeEach(async () => {
    begun = await deskWithSession();
    clock = new FakeClock();
    const { desk, workplace, sessionId } = begun;
    const room = { ...desk.room, host: { ...desk.host, closing: closing.signal } };
    watch = new Watch({ room, workplace, sessionId, clock });
  });
  afterEach(() => begun.desk[Symbol.asyncDispose]());

  test('is not what an earlier daemon has left, where the student has chosen anew meanwhile', async () => {
    begun.workplace.session.log('observer_muted', { muted: true });
    watch.mute(false);
    await watch.remember();
    expect(watch.isMuted).toBe(false);
  });

  test('has a whole cooldown after a nudge that a clock that was set back has in the future', async () => {
    begun.workplace.session.log('nudge_sent', { signal: 'idle', confidence: 1 });
    begun.desk.files.run("update events set at = '2100-01-01T00:00:00.000Z'");
    await watch.remember();
    clock.pass(119_999);
    expect(watch.suppressedBy).toBe('cooldown');
    clock.pass(1);
    expect(watch.suppressedBy).toBeUndefined();
  });

  test('is neither active nor muted once it is over', () => {
    watch.mute(true);
    expect(watch.status).toEqual({ active: true, muted: true, lastEvaluation: null });
    watch.end();
    expect(watch.status).toEqual({ active: false, muted: false, lastEvaluation: null });
  });

  test('ends with the daemon', () => {
    expect(watch.isLive).toBe(true);
    closing.abort();
    expect(watch.isLive).toBe(false);
  });
});
