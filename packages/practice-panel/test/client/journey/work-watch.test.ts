// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { INITIAL_JOURNEY, type JourneyAction, reduceJourney } from '../../../src/client/journey/state.js';
import { createPracticeClient, journeyOf } from '../../../src/index.js';
import { watchParts } from '../../../src/react/results/watch-parts.js';
import { eventually } from '../../support/eventually.js';
import { startPracticeDaemon } from '../../support/practice-daemon.js';
import { exercise, failed, passed } from '../../support/samples.js';
import { installWebSocket } from '../../support/terminal-daemon.js';

beforeAll(installWebSocket);

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const leaving: (() => void)[] = [];

afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

async function watched(url: string) {
  const client = createPracticeClient({ ...site, serverUrl: url });
  const journey = journeyOf(client.server, exercise);
  const leave = journey.activate();
  leaving.push(leave);
  await eventually(() => expect(journey.getSnapshot().phase.name).toBe('open'));
  journey.aids.watch.start();
  const watch = () => journey.getSnapshot().watch;
  await eventually(() => expect(watch()).toMatchObject({ status: 'on', link: 'connected' }));
  return { journey, watch, leave };
}

describe('checks at every save', () => {
  it('[exercises 3 watch] stream their rows, name the saved file and complete nothing', async () => {
    await using daemon = await startPracticeDaemon();
    const { journey, watch } = await watched(daemon.url);
    daemon.tellWatchers({ type: 'began', changed: ['agent.py'] });
    daemon.tellWatchers({ type: 'criterion', criterion: { name: 'It greets', passed: true, status: 'passed' } });
    await eventually(() =>
      expect(watch()).toMatchObject({ changed: ['agent.py'], check: { status: 'running', rows: [{}] } }),
    );
    daemon.tellWatchers({ type: 'result', result: passed });
    await eventually(() => expect(watch()).toMatchObject({ check: { status: 'done' } }));
    expect(journey.getSnapshot()).toMatchObject({ completed: false, celebrating: false, check: { status: 'none' } });
    expect(watchParts(watch(), journey.aids).note).toMatchObject({
      props: { children: expect.stringContaining('After agent.py was saved. Everything passes: press Check My Work') },
    });
  });

  it('go on after the daemon went and came back', async () => {
    await using daemon = await startPracticeDaemon();
    const { watch } = await watched(daemon.url);
    daemon.dropWatchers();
    await eventually(() => expect(watch()).toMatchObject({ link: 'reconnecting' }));
    await eventually(() => expect(watch()).toMatchObject({ link: 'connected' }));
    expect(daemon.watchers()).toBe(1);
  });

  it('end where the daemon says why, in its words, and are not asked for again', async () => {
    await using daemon = await startPracticeDaemon();
    const { watch } = await watched(daemon.url);
    daemon.tellWatchers({ type: 'error', error: { error: 'exercise_not_started', message: 'It was reset.' } });
    await eventually(() => expect(watch()).toMatchObject({ status: 'off', error: { message: 'It was reset.' } }));
    expect(daemon.requests.filter((request) => request.endsWith('/exercises/watch'))).toHaveLength(1);
  });

  it('end with the panel', async () => {
    await using daemon = await startPracticeDaemon();
    const { watch, leave } = await watched(daemon.url);
    leave();
    expect(watch()).toEqual({ status: 'off' });
    await eventually(() => expect(daemon.watchers()).toBe(0));
  });
});

describe('the results that are shown', () => {
  const row: JourneyAction = { type: 'watch_row', row: { type: 'began', changed: ['a.py'] } };
  const shownAfter = (...actions: JourneyAction[]) => actions.reduce(reduceJourney, INITIAL_JOURNEY).shownCheck;

  it('are those of the check that began last', () => {
    expect(shownAfter({ type: 'watch_began' })).toBe('watch');
    expect(shownAfter({ type: 'watch_began' }, { type: 'check_began' })).toBe('official');
    const done: JourneyAction = { type: 'check_done', result: failed };
    expect(shownAfter({ type: 'watch_began' }, { type: 'check_began' }, done, row)).toBe('watch');
  });

  it('are never taken away from a running official check', () => {
    expect(shownAfter({ type: 'watch_began' }, { type: 'check_began' }, row)).toBe('official');
  });
});
