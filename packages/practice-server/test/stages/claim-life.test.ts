import { access, writeFile } from 'node:fs/promises';
import type { Marker } from '@agent-factory/protocol/stages';
import { describe, expect, test } from 'vitest';
import { stages as capability } from '../../src/capabilities/stages.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { dataOf, eventsOf } from '../fixtures/event-reader.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { execute } from '../fixtures/machine/database.js';
import { Home } from '../fixtures/machine/home.js';
import { withInsideOf } from '../fixtures/spied-capability.js';
import { waitUntil } from '../fixtures/wait-until.js';

const ID = 'first-steps';
/** Waits for the file `go` beside the workspace, and notes each time it runs. */
const PATIENT = `#!/bin/sh
echo run >> "$AF_WORKSPACE/../runs"
until [ -e "$AF_WORKSPACE/../go" ]; do sleep 0.02; done
echo '{"name": "It is there", "passed": true}'
`;
const CONFIG = {
  formatVersion: 2,
  stages: ['A word', 'It is there'],
  criteria: [{ id: 'there', title: 'It is there', stage: 'It is there' }],
};

const second: Marker = { kind: 'stage_complete', stageNumber: 2 };
const first: Marker = { kind: 'stage_complete', stageNumber: 1 };

async function open(home: Home) {
  const { capabilities, inside } = withInsideOf(capability);
  const files = lessons(exercise({ check: PATIENT, checkTimeout: 60, config: CONFIG }));
  const daemon = await TestDaemon.open({ home, files, capabilities });
  await daemon.start();
  return {
    daemon,
    say: (key: string, marker: Marker) =>
      inside().hooks.onMarker?.({ exerciseId: ID, marker, key, place: 'terminal' }) ?? Promise.resolve(),
    stages: async () => (await daemon.request(`/exercises/${ID}/stages`)).json,
    [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose](),
  };
}

function runs(home: Home): Promise<number> {
  return home.read('af-practice/runs').then(
    (text) => text.trim().split('\n').length,
    () => 0,
  );
}

function go(home: Home): Promise<void> {
  return writeFile(home.in('af-practice', 'go'), '');
}

describe('[terminal-events 4 claim] a claim', () => {
  test('that the daemon did not come to judge is judged after the next start, and counts once', async () => {
    await using home = await Home.make();
    {
      await using before = await open(home);
      await before.say('one', second);
      await waitUntil('the check runs', async () => (await runs(home)) > 0);
    }
    await go(home);
    await using after = await open(home);
    expect(await dataOf(after.daemon, 'stage_completed')).toMatchObject([{ stageNumber: 2, by: 'check' }]);
    await after.say('one', second);
    await after.say('two', first);
    await dataOf(after.daemon, 'stage_completed', 2);
    expect(await dataOf(after.daemon, 'stage_claimed')).toHaveLength(3);
    expect((await after.stages()).current).toBeUndefined();
  });

  test('that waits while the daemon closes is judged after the next start', async () => {
    await using home = await Home.make();
    {
      await using before = await open(home);
      await before.say('one', second);
      await before.say('two', first);
      await waitUntil('the check runs', async () => (await runs(home)) > 0);
    }
    await go(home);
    await using after = await open(home);
    const completed = await dataOf(after.daemon, 'stage_completed', 2);
    expect(completed.map(({ stageNumber }) => stageNumber)).toEqual([2, 1]);
  });

  test('of a workspace that was put away before the daemon was killed counts for nothing', async () => {
    await using home = await Home.make();
    {
      await using _before = await open(home);
    }
    execute(
      home.in('.af-practice', 'state.db'),
      `insert into stage_claims values ('${ID}', 'old', '2020-01-01T00:00:00.000Z', '[STAGE_COMPLETE:1]', 'terminal', 0)`,
    );
    await go(home);
    await using after = await open(home);
    await after.say('new', second);
    expect(await dataOf(after.daemon, 'stage_completed')).toMatchObject([{ stageNumber: 2 }]);
  });

  test('of a workspace that was reset says nothing about the next, and its check ends', async () => {
    await using home = await Home.make();
    await using practice = await open(home);
    await practice.say('one', second);
    await practice.say('two', first);
    await waitUntil('the check runs', async () => (await runs(home)) > 0);
    await practice.daemon.post('/exercises/reset', { exerciseId: ID });
    await practice.daemon.start();
    await practice.say('three', first);
    await dataOf(practice.daemon, 'stage_completed');
    await go(home);
    const { stages } = await practice.stages();
    expect(stages.map(({ status }: { status: string }) => status)).toEqual(['complete', 'current']);
    expect((await eventsOf(practice.daemon, '&type=stage_completed')).length).toBe(1);
    await expect(access(home.in('af-practice', ID))).resolves.toBeUndefined();
  });

  test('that is said a thousand times is checked twice at most, and closing does not wait for the rest', async () => {
    await using home = await Home.make();
    await using practice = await open(home);
    await Promise.all(Array.from({ length: 1000 }, (_, index) => practice.say(`${index}`, second)));
    await go(home);
    await dataOf(practice.daemon, 'stage_completed');
    expect(await runs(home)).toBeLessThanOrEqual(2);
  });

  test('of many kinds at once is bounded', async () => {
    await using home = await Home.make();
    await using practice = await open(home);
    await practice.say('first', second);
    const odd = Array.from({ length: 200 }, (_, index) =>
      practice.say(`${index}`, { ...first, stageNumber: index + 10 }),
    );
    await Promise.all(odd);
    await go(home);
    await dataOf(practice.daemon, 'stage_refused', 19);
    await practice.say('last', first);
    await dataOf(practice.daemon, 'stage_completed', 2);
    expect((await dataOf(practice.daemon, 'stage_refused')).length).toBeLessThanOrEqual(20);
  });
});
