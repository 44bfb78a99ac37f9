import { createPhases, createPlan, recordProgress, setPhaseStatus } from '@agent-factory/coach/store';
import { FOLDER_ID_PREFIX, type HintLevel } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { independenceOf } from '../../src/independence/independence.js';
import { MindStore } from '../fixtures/mind-store.js';

let files: MindStore;
beforeEach(async () => {
  files = await MindStore.make();
});
afterEach(() => files[Symbol.asyncDispose]());

interface Phase {
  readonly status?: 'pending' | 'active' | 'complete';
  readonly hintLevel?: HintLevel;
  /** Whether the plan has something to show in it. */
  readonly hasHints?: boolean;
  readonly progress?: readonly ('hint_used' | 'hint_escalated' | 'phase_started')[];
}

/** A session with a plan, in a folder of the student's. */
async function plan(folder: string, phases: readonly Phase[], prefix = FOLDER_ID_PREFIX): Promise<void> {
  const id = `session ${folder} ${prefix}`;
  files.run(
    `insert into coach_sessions (id, project_id, project_dir, status, started_at) values (?, ?, ?, 'active', ?)`,
    ...[id, `${prefix}${id}`, folder, '2026-11-27T10:00:00.000Z'],
  );
  const { id: planId } = await createPlan(files.store, id, 'plan');
  const rows = phases.map(({ hintLevel = 'none' }, at) => ({
    number: at + 1,
    title: 'x',
    description: 'x',
    hintLevel,
  }));
  for (const [at, made] of (await createPhases(files.store, planId, rows)).entries()) {
    const { status = 'complete', hasHints = false, progress = [] } = phases[at] ?? {};
    if (hasHints)
      files.run(
        `insert into coach_phase_hints (id, phase_id, type, path, style) values (?, ?, 'file', 'a.ts', 'glow')`,
        ...[`hint ${made.id}`, made.id],
      );
    for (const type of progress) await recordProgress(files.store, made.id, type);
    if (status !== 'pending') await setPhaseStatus(files.store, made, status);
  }
}

function pass(exercise: string, skills: readonly string[], help: 'alone' | 'hints' | 'solution'): void {
  files.run(
    'insert into coach_passed_criteria (id, exercise_id, skills, help, passed_at) values (?, ?, ?, ?, ?)',
    ...[`${exercise} ${help}`, exercise, JSON.stringify(skills), help, '2026-11-27T10:00:00.000Z'],
  );
}

test('a phase that is complete counts for its folder, once, with hints where there were any', async () => {
  await plan('/home/ada/app', [
    {},
    { hintLevel: 'region' },
    { hasHints: true },
    { status: 'active' },
    { status: 'pending', progress: ['hint_used'] },
    { progress: ['phase_started'] },
    { hintLevel: 'region', hasHints: true },
    { progress: ['hint_used', 'hint_used', 'hint_escalated'] },
    { progress: ['hint_escalated'] },
  ]);
  await plan('C:\\Users\\ada\\app\\', [{}]);
  await plan('/home/ada/app', [{}, {}], 'exercise-');
  expect(await independenceOf(files.store, true)).toEqual([
    // Hints that the level does not show, and a level without hints, are no help.
    { skill: 'app', alone: 5, withHints: 3, withSolution: 0, score: 6.5 / 8 },
  ]);
  expect(await independenceOf(files.store, false)).toEqual([]);
});

test('a criterion counts for each skill of its exercise; the skill comes first in which most was done', async () => {
  pass('one', ['SQL', 'Types'], 'alone');
  pass('two', ['SQL'], 'hints');
  pass('three', ['SQL'], 'solution');
  pass('four', ['Async'], 'solution');
  await plan('/home/ada/SQL', [{}]);
  expect(await independenceOf(files.store, true)).toEqual([
    { skill: 'SQL', alone: 2, withHints: 1, withSolution: 1, score: 2.5 / 4 },
    { skill: 'Async', alone: 0, withHints: 0, withSolution: 1, score: 0 },
    { skill: 'Types', alone: 1, withHints: 0, withSolution: 0, score: 1 },
  ]);
});

test('of very many skills those are told in which most was done', async () => {
  for (let at = 0; at < 201; at++) pass(`e${at}`, [`skill ${String(at).padStart(3, '0')}`], 'alone');
  pass('more', ['skill 200'], 'hints');
  const skills = (await independenceOf(files.store, false)).map(({ skill }) => skill);
  expect([skills.length, skills[0], skills.at(-1)]).toEqual([200, 'skill 200', 'skill 198']);
});
