import { afterEach, describe, expect, it } from 'vitest';
import type { ExerciseJourney } from '../../../src/client/journey/journey.js';
import type { GridSize } from '../../../src/client/terminal/terminal-connection.js';
import { createPracticeClient, journeyOf } from '../../../src/index.js';
import { eventually } from '../../support/eventually.js';
import { startPracticeDaemon } from '../../support/practice-daemon.js';
import { exercise } from '../../support/samples.js';

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const leaving: (() => void)[] = [];

function begin(serverUrl: string, measureGrid?: () => GridSize | undefined): ExerciseJourney {
  const journey = journeyOf(createPracticeClient({ ...site, serverUrl }).server, exercise);
  leaving.push(journey.activate(measureGrid));
  return journey;
}

afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

describe('the start of an exercise', () => {
  it('tells the daemon the size that the terminal is going to have', async () => {
    await using daemon = await startPracticeDaemon();
    begin(daemon.url, () => ({ cols: 91, rows: 47 }));
    await eventually(() => expect(daemon.starts).toHaveLength(1));
    expect(daemon.starts[0]).toMatchObject({ exerciseId: exercise.id, size: { cols: 91, rows: 47 } });
  });

  it.each([
    ['is not known', () => undefined],
    ['nobody measures', undefined],
  ])('goes ahead without a size that %s', async (_, measureGrid) => {
    await using daemon = await startPracticeDaemon();
    begin(daemon.url, measureGrid);
    await eventually(() => expect(daemon.starts).toHaveLength(1));
    expect(daemon.starts[0]).toEqual({ exerciseId: exercise.id, lessonPath: exercise.lessonPath });
  });
});
