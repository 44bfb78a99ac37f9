// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { COMPLETED_EVENT } from '../../../src/client/journey/completed-event.js';
import { createPracticeClient, journeyOf } from '../../../src/index.js';
import { eventually } from '../../support/eventually.js';
import { startPracticeDaemon } from '../../support/practice-daemon.js';
import { exercise, passed, started, summary } from '../../support/samples.js';
import { installWebSocket } from '../../support/terminal-daemon.js';

beforeAll(installWebSocket);

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const leaving: (() => void)[] = [];

afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

describe('an exercise that was completed before and then begun anew', () => {
  const before = { status: 'running', running: true, completedAt: '2026-01-05T10:00:00.000Z' } as const;

  async function complete(facts: Parameters<typeof summary>[0]) {
    await using daemon = await startPracticeDaemon({ exercises: [summary(facts)], verify: passed });
    const told: unknown[] = [];
    const listen = (event: Event): unknown => told.push((event as CustomEvent).detail);
    addEventListener(COMPLETED_EVENT, listen);
    leaving.push(() => removeEventListener(COMPLETED_EVENT, listen));
    const client = createPracticeClient({ ...site, serverUrl: daemon.url });
    const journey = journeyOf(client.server, exercise);
    leaving.push(journey.activate());
    await eventually(() => expect(journey.getSnapshot().phase.name).toBe('open'));
    await eventually(() => expect(client.server.getSnapshot().exercises).toHaveLength(1));
    const completed = journey.getSnapshot().completed;
    await journey.check();
    return { completed, told };
  }

  it('[exercises 4 progress] is not shown as completed, and is told as completed again', async () => {
    const { completed, told } = await complete(before);
    expect(completed).toBe(false);
    expect(told).toEqual([{ exerciseId: exercise.id, xp: exercise.xpReward, first: false }]);
  });

  it('is told as completed for the first time where it never was', async () => {
    const { told } = await complete({ status: 'running', running: true });
    expect(told).toEqual([{ exerciseId: exercise.id, xp: exercise.xpReward, first: true }]);
  });
});

it('an exercise that was completed elsewhere a moment ago is shown as completed', async () => {
  const running = { status: 'running', running: true } as const;
  const start = { status: 200, body: started({ status: 'resumed' }) };
  await using daemon = await startPracticeDaemon({ exercises: [summary(running)], start });
  const client = createPracticeClient({ ...site, serverUrl: daemon.url });
  await client.server.connect();
  await client.server.refresh();
  daemon.answers.exercises = [summary({ ...running, status: 'completed', completedAt: '2026-01-05T10:00:00.000Z' })];
  const journey = journeyOf(client.server, exercise);
  leaving.push(journey.activate());
  await eventually(() => expect(journey.getSnapshot()).toMatchObject({ phase: { name: 'open' }, completed: true }));
});
