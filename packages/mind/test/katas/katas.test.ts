import { addAttempt, assess, deleteGap, listKatas as storedKatas } from '@agent-factory/coach/store';
import { kataSchema, katasResponseSchema } from '@agent-factory/protocol/mind';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dashboardState } from '../../src/dashboard/state/state.js';
import { kata as kataOf, listKatas } from '../../src/katas/katas.js';
import { MindDesk } from '../fixtures/mind-desk.js';
import { aKata, CONSTRAINTS } from './kata-desk.js';

let desk: MindDesk;

beforeEach(async () => {
  desk = await MindDesk.make();
});

afterEach(() => desk[Symbol.asyncDispose]());

const AT = '2026-01-02T03:04:05.000Z';
const reviewed = (code: string, level: number) => ({
  code,
  review: 'Well',
  level,
  passed: level > 3,
  constraints: ['Level 1'],
  at: AT,
});
const lockedFrom = async (id: string) =>
  (await kataOf(desk.room, id)).constraints.filter(({ unlocked }) => !unlocked).map(({ minLevel }) => minLevel);

test('katas are listed, the latest first, and how far the learner is [coach katas]', async () => {
  const first = await aKata(desk);
  const second = await aKata(desk, { title: 'Sums', topic: 'Loops', constraints: [] });
  await addAttempt(desk.files.store, first.id, reviewed('a', 4));
  await addAttempt(desk.files.store, first.id, reviewed('b', 2));
  await addAttempt(desk.files.store, first.id, { code: 'never reviewed' });
  await assess(desk.files.store, { skillArea: 'Loops', stage: 'competent', confidence: 1, evidence: '' });
  const listed = await listKatas(desk.room);
  expect(listed).toEqual({
    katas: [
      { id: second.id, title: 'Sums', topic: 'Loops', attemptsCount: 0, bestLevel: null, constraintCount: 0 },
      { id: first.id, title: 'Callbacks', topic: 'Closures', attemptsCount: 3, bestLevel: 4, constraintCount: 4 },
    ],
    stage: 'competent',
  });
  expect(katasResponseSchema.parse(listed)).toEqual(listed);
  // A clock that was wrong for a while moves none to the front.
  desk.files.run('update coach_kata_specs set created_at = ? where id = ?', '2999-01-01T00:00:00.000Z', first.id);
  expect((await listKatas(desk.room)).katas.map(({ id }) => id)).toEqual([second.id, first.id]);
});

test('very many katas are listed whole, and others have their turn meanwhile; the dashboard has the latest of them', async () => {
  const { knowledgeGapId } = await aKata(desk);
  desk.files.run('delete from coach_kata_specs');
  const attempts = JSON.stringify([reviewed('x'.repeat(20_000), 3), reviewed('y', 5)]);
  desk.files.run(
    `insert into coach_kata_specs (id, knowledge_gap_id, title, description, scaffolding_code, instructor_notes,
      constraints, user_attempts, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 1010)
      select i, ?, 'Kata ' || i, 'x', 'x', 'x', '[]', ?, ? from n`,
    ...[knowledgeGapId, attempts, AT],
  );
  let turns = 0;
  let isDone = false;
  const takeTurn = () => {
    turns += 1;
    if (!isDone) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  const { katas } = await listKatas(desk.room);
  isDone = true;
  expect(katas.map(({ id }) => Number(id))).toEqual(Array.from({ length: 1010 }, (_, at) => 1010 - at));
  expect(katas[1009]).toMatchObject({ title: 'Kata 1', attemptsCount: 2, bestLevel: 5 });
  expect(turns).toBeGreaterThan(15);
  const shown = await dashboardState(desk.files.store, { period: 'all', now: Date.parse(AT), withFolders: true });
  expect(shown.katas).toEqual(katas.slice(0, 500));
  expect(await storedKatas(desk.files.store, { limit: 57 })).toEqual(katas.slice(0, 57));
});

test('there may be no katas, and nothing known [coach katas]', async () => {
  expect(await listKatas(desk.room)).toEqual({ katas: [], stage: 'novice' });
});

test('a kata is shown with its attempts, and without what its instructor has noted [coaching-backend FR-154]', async () => {
  const { id, instructorNotes } = await aKata(desk);
  await addAttempt(desk.files.store, id, { code: 'never reviewed' });
  await addAttempt(desk.files.store, id, reviewed('b', 5));
  const shown = await kataOf(desk.room, id);
  expect(shown).toEqual({
    id,
    title: 'Callbacks',
    topic: 'Closures',
    attemptsCount: 2,
    bestLevel: 5,
    constraintCount: 4,
    description: 'Give back a function for each item.',
    scaffoldingCode: 'export function callbacks(items) {}',
    constraints: CONSTRAINTS.map((one) => ({ ...one, unlocked: one.minLevel <= 5 })),
    attempts: [reviewed('b', 5)],
  });
  expect(kataSchema.parse(shown)).toEqual(shown);
  for (const line of instructorNotes.split('\n')) expect(JSON.stringify(shown)).not.toContain(line);
});

test('constraints of the first level are open from the start, others by the best level [coaching-backend FR-158]', async () => {
  const { id } = await aKata(desk);
  expect(await lockedFrom(id)).toEqual([3, 5, 7]);
  await addAttempt(desk.files.store, id, reviewed('a', 5));
  expect(await lockedFrom(id)).toEqual([7]);
  await addAttempt(desk.files.store, id, reviewed('b', 1));
  expect(await lockedFrom(id)).toEqual([7]);
});

test('an attempt whose time nobody has written down counts as made with its kata', async () => {
  const { id, createdAt } = await aKata(desk);
  const { at, constraints, ...attempt } = reviewed('a', 4);
  await addAttempt(desk.files.store, id, attempt);
  expect((await kataOf(desk.room, id)).attempts).toEqual([{ ...attempt, constraints: [], at: createdAt }]);
});

test('a kata that is not there, or whose gap is gone, is refused', async () => {
  await expect(kataOf(desk.room, 'nobody')).rejects.toMatchObject({ code: 'kata_not_found' });
  const { id, knowledgeGapId } = await aKata(desk);
  await deleteGap(desk.files.store, knowledgeGapId);
  await expect(kataOf(desk.room, id)).rejects.toMatchObject({ code: 'kata_not_found' });
  expect((await listKatas(desk.room)).katas).toEqual([]);
});
