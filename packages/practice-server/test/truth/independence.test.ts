import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { execute, query } from '../fixtures/machine/database.js';
import { ID, leaksOf, OWN, stateOf, THERE, Tutored, WRITTEN } from './tutored.js';

let tutored: Tutored;
beforeEach(async () => {
  tutored = await Tutored.open();
});
afterEach(() => tutored[Symbol.asyncDispose]());

interface Row {
  readonly id: string;
  readonly exercise_id: string;
  readonly skills: string;
  readonly help: string;
  readonly passed_at: string;
}

const rows = () => query(stateOf(tutored.daemon), 'select * from coach_passed_criteria order by id') as Row[];
const help = () => Object.fromEntries(rows().map((row) => [row.id.slice(ID.length + 1), row.help]));
const pass = async () => {
  await tutored.write('answer.txt', 'done');
  await tutored.check();
};
/** As the dashboard tells it. */
const skills = async () => {
  const headers = {
    Authorization: `Bearer ${JSON.parse(await tutored.daemon.home.read('.af-practice-server.json')).token}`,
  };
  return (await tutored.daemon.request('/coach/dashboard', { headers })).json.independence;
};

describe('[coach truth-independence] a criterion that passes for the first time', () => {
  test('without help was done alone, for each skill of the exercise', async () => {
    await tutored.check();
    expect(rows()).toEqual([
      {
        id: `${ID} ${THERE}`,
        exercise_id: ID,
        skills: '["Loops","Text"]',
        help: 'alone',
        passed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    await pass();
    expect(help()).toEqual({ [THERE]: 'alone', [WRITTEN]: 'alone' });
    expect(await skills()).toMatchObject([
      { skill: 'Loops', alone: 2, withHints: 0, withSolution: 0, score: 1 },
      { skill: 'Text', alone: 2, withHints: 0, withSolution: 0, score: 1 },
    ]);
  });

  test('after a hint of its own was done with hints, and others were not', async () => {
    await tutored.hint(WRITTEN);
    await pass();
    expect(help()).toEqual({ [THERE]: 'alone', [WRITTEN]: 'hints' });
    expect(await skills()).toMatchObject([{ alone: 1, withHints: 1, score: 0.75 }, { skill: 'Text' }]);
  });

  test('after the solution was opened was done with the solution; what had passed before was not', async () => {
    await tutored.check();
    await tutored.hint(WRITTEN);
    await tutored.openSolution();
    await pass();
    expect(help()).toEqual({ [THERE]: 'alone', [WRITTEN]: 'solution' });
    expect(await skills()).toMatchObject([{ alone: 1, withHints: 0, withSolution: 1, score: 0.5 }, { skill: 'Text' }]);
  });

  test('counts once, whatever comes later', async () => {
    await pass();
    const first = rows();
    await tutored.hint(WRITTEN);
    await tutored.openSolution();
    await tutored.write('answer.txt', 'undone');
    await tutored.check();
    await pass();
    await tutored.daemon.post('/exercises/reset', { exerciseId: ID });
    await tutored.daemon.start();
    await pass();
    expect(rows()).toEqual(first);
  });

  test('is made up for where it could not be written down, by what was opened before it passed', async () => {
    const { home } = tutored.daemon;
    await pass();
    const before = rows().map(({ passed_at }) => passed_at);
    await tutored.hint(WRITTEN);
    await tutored.openSolution();
    await tutored.daemon.daemon.close();
    execute(home.in('.af-practice', 'state.db'), 'delete from coach_passed_criteria');
    await using daemon = await TestDaemon.open({ home, content: home.in('site') });
    await daemon.start();
    await daemon.post('/exercises/verify', { exerciseId: ID });
    expect(help()).toEqual({ [THERE]: 'alone', [WRITTEN]: 'alone' });
    expect(rows().map(({ passed_at }) => passed_at)).toEqual(before);
  });

  test('is made up for as with hints where the first of several was opened before', async () => {
    const { home } = tutored.daemon;
    await tutored.hint(WRITTEN);
    await pass();
    await tutored.hint(WRITTEN);
    await tutored.daemon.daemon.close();
    execute(home.in('.af-practice', 'state.db'), 'delete from coach_passed_criteria');
    await using daemon = await TestDaemon.open({ home, content: home.in('site') });
    await daemon.start();
    await daemon.post('/exercises/verify', { exerciseId: ID });
    expect(help()).toEqual({ [THERE]: 'alone', [WRITTEN]: 'hints' });
  });

  test('is forgotten with the progress that the student resets', async () => {
    await expect(tutored.show(OWN.join('\n'))).rejects.toThrow(/gives_solution/);
    await pass();
    await tutored.daemon.post('/progress/reset', { exerciseId: 'another-one', confirmed: true });
    await tutored.check();
    expect([rows().length, leaksOf(tutored.daemon).length]).toEqual([2, 1]);
    await tutored.daemon.post('/progress/reset', { exerciseId: ID, confirmed: true });
    await expect.poll(() => [...rows(), ...leaksOf(tutored.daemon)]).toEqual([]);
  });
});
