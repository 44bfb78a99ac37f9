import {
  addAttempt,
  assess,
  createKata,
  createPhases,
  createPlan,
  createSession,
  endSession,
  findGaps,
  findSession,
  listAssessments,
  recordGap,
  recordProgress,
  setGapAddressed,
  setPhaseStatus,
} from '@agent-factory/coach/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { evidenceOf, keepAssessments } from '../../src/pipeline/wrap-up/assessments.js';
import { memoriesByRules } from '../../src/pipeline/wrap-up/by-rules.js';
import { keepGaps } from '../../src/pipeline/wrap-up/gaps.js';
import { recordOf, type SessionRecord, stepsOf, summaryOf } from '../../src/pipeline/wrap-up/record.js';
import { isSameTopic, names } from '../../src/pipeline/wrap-up/topics.js';
import { MindStore } from '../fixtures/mind-store.js';

let files: MindStore;
let store: MindStore['store'];
beforeEach(async () => {
  files = await MindStore.make();
  ({ store } = files);
});
afterEach(() => files[Symbol.asyncDispose]());

interface PhaseGiven {
  readonly title: string;
  readonly isComplete?: boolean;
  readonly hints?: number;
}

/** A session with a plan of these phases. `at`: the day of January on which it began. */
async function session(phases: readonly PhaseGiven[], at = 1): Promise<SessionRecord> {
  const { id } = await createSession(store, { projectId: 'kata', projectDir: '/' });
  const plan = await createPlan(store, id, 'a plan');
  const given = phases.map(({ title }, index) => ({ number: index + 1, title, description: '', hintLevel: 'none' }));
  for (const [index, made] of (await createPhases(store, plan.id, given as never)).entries()) {
    for (let hint = 0; hint < (phases[index]?.hints ?? 0); hint += 1)
      await recordProgress(store, made.id, hint % 2 ? 'hint_used' : 'hint_escalated');
    if (phases[index]?.isComplete) await setPhaseStatus(store, await setPhaseStatus(store, made, 'active'), 'complete');
  }
  await endSession(store, id, 'completed');
  files.run('update coach_sessions set started_at = ? where id = ?', new Date(Date.UTC(2026, 0, at)).toISOString(), id);
  const found = await findSession(store, id);
  if (found === undefined) throw new Error('There is no session');
  return recordOf(store, found);
}

function log(sessionId: string, action: string, data: object): void {
  files.run(
    "insert into events (at, exercise_id, type, data) values (?, 'kata', 'coach_action', ?)",
    new Date().toISOString(),
    JSON.stringify({ action, sessionId, data }),
  );
}

describe('two names', () => {
  test.each([
    ['Streams', 'stream', true],
    ['Error handling', 'handling ERRORS', true],
    ['C', 'C++', false],
    ['C#', 'C', false],
    ['class', 'clas', false],
    // Short words, as of CSS, end as they end.
    ['css', 'cs', false],
    ['bus', 'bu', false],
    ['React', 'React hooks', false],
    ['React hooks', 'React', false],
    ['', '', false],
    ['!', '?', false],
  ])('%s and %s mean one topic: %s', (one, other, expected) => {
    expect(isSameTopic(one, other)).toBe(expected);
  });

  test('of which one is all of the words of the other name it', () => {
    expect(names('Chain promises and streams', 'Stream')).toBe(true);
    expect(names('Chain promises', 'promise chain')).toBe(true);
    expect(names('Chain', 'promise chain')).toBe(false);
    expect(names('Chain', '')).toBe(false);
  });
});

describe('gaps', () => {
  const gap = (topic: string) => ({ topic, evidence: 'e', severity: 'high' as const, related_concepts: [] });
  const answer = (...topics: string[]) => ({ knowledge_gaps: topics.map(gap), kata_specs: [], session_summary: {} });
  const keep = (record: SessionRecord, ...topics: string[]) => keepGaps(store, record, answer(...topics) as never);
  const known = (topic: string) =>
    recordGap(store, { sessionId: null, projectId: 'kata', topic, severity: 'low', evidence: '', relatedConcepts: [] });
  const isOpen = async (id: string) => (await findGaps(store)).find((one) => one.id === id)?.addressed === false;

  test('are ten at most, and each is one', async () => {
    const many = Array.from({ length: 12 }, (_one, index) => `Topic ${index}`);
    expect(await keep(await session([]), ' ', 'Streams', 'stream', ...many)).toMatchObject({ knowledgeGaps: 8 });
  });

  test('close by what was done without help alone, and not where they show again', async () => {
    const [helped, shown, passed, unfinished] = [
      await known('Sockets'),
      await known('Promises'),
      await known('Files'),
      await known('Timers'),
    ];
    const record = await session([
      { title: 'Open sockets', isComplete: true, hints: 1 },
      { title: 'Chain promises', isComplete: true },
      { title: 'Read files', isComplete: true },
      { title: 'Set timers' },
    ]);
    await keep(record, 'Promises');
    expect(await Promise.all([helped, shown, passed, unfinished].map(({ id }) => isOpen(id)))).toEqual([
      ...[true, true, false, true],
    ]);
  });

  test('that are closed stay so where nothing shows', async () => {
    const { id } = await known('Sockets');
    await setGapAddressed(store, id, true);
    await keep(await session([]));
    expect(await isOpen(id)).toBe(false);
  });
});

describe('assessments', () => {
  const judged = (skill_area: string, confidence = 0.5, evidence = 'new') => ({
    ...{ skill_area, stage: 'competent' as const, previous_stage: null, confidence, evidence, recommendation: '' },
  });

  test('that change nothing are not written, and keep their evidence', async () => {
    await assess(store, { skillArea: 'SQL', stage: 'competent', confidence: 0.5, evidence: 'old' });
    expect(await keepAssessments(store, { assessments: [judged('sql'), judged(' ')] })).toBe(0);
    expect(await listAssessments(store)).toMatchObject([{ skillArea: 'SQL', evidence: 'old' }]);
  });

  test('are one for each area, the first, and as sure as can be', async () => {
    const assessments = [judged('SQL', 7), judged('sql ', 0.1), judged('Git', -1)];
    expect(await keepAssessments(store, { assessments })).toBe(2);
    expect((await listAssessments(store)).map(({ skillArea, confidence }) => [skillArea, confidence]).sort()).toEqual([
      ['Git', 0],
      ['SQL', 1],
    ]);
  });
});

describe('the evidence', () => {
  const trend = async (...hints: number[]) => {
    for (const [index, count] of hints.entries()) await session([{ title: 'x', hints: count }], index + 1);
    return (await evidenceOf(store))[0]?.hint_trend;
  };

  test.each([
    [[4], 'unknown'],
    [[4, 6], 'rising'],
    [[4, 5], 'steady'],
    [[4, 3], 'steady'],
    [[4, 2], 'falling'],
    [[0, 0], 'steady'],
    [[8, 0, 1, 7], 'steady'],
  ] as const)('of hints %j is %s', async (hints, expected) => {
    expect(await trend(...hints)).toBe(expected);
  });

  test('is of the latest twenty sessions', async () => {
    await session([{ title: 'x' }], 1);
    for (let day = 2; day <= 21; day += 1) await session([{ title: 'x', isComplete: true }], day);
    expect(await evidenceOf(store)).toEqual([
      { skill_area: 'all work', sessions: 20, hint_trend: 'steady', completion_rate: 1 },
    ]);
  });

  test('of a topic is how many of its tries have passed', async () => {
    const { id } = await recordGap(store, {
      ...{ sessionId: null, projectId: 'kata', topic: 'Streams', severity: 'low' },
      ...{ evidence: '', relatedConcepts: [] },
    });
    const kata = await createKata(store, {
      ...{ knowledgeGapId: id, title: 't', description: 'd', scaffoldingCode: '', instructorNotes: '' },
      constraints: [],
    });
    for (const passed of [true, false, undefined, true] as const)
      await addAttempt(store, kata.id, { code: 'x', ...(passed !== undefined && { passed }) });
    expect(await evidenceOf(store)).toEqual([
      { skill_area: 'Streams', sessions: 1, hint_trend: 'unknown', completion_rate: 0.5 },
    ]);
  });
});

describe('the record of a session', () => {
  test('counts help by phase, and what was done alone', async () => {
    const record = await session([
      { title: 'a', isComplete: true, hints: 3 },
      { title: 'b', isComplete: true },
      { title: 'c' },
    ]);
    expect(record.phases.map(({ helped }) => helped)).toEqual([3, 0, 0]);
    expect(summaryOf(record)).toEqual({ phases_completed: 2, hints_used: 3, independent_completions: 1 });
  });

  test('has what happened in its order, and cuts what is long', async () => {
    const { session: made } = await session([]);
    log(made.id, 'file_open', { path: 'a.ts' });
    log(made.id, 'file_save', { path: 'x'.repeat(1000) });
    const record = await recordOf(store, made);
    const [first, second] = stepsOf(record);
    expect([first?.data, record.hasWork]).toEqual([{ path: 'a.ts' }, true]);
    expect(String(second?.data)).toHaveLength(300);
  });
});

describe('memories by rules', () => {
  test('are ten at most, and say with how much help something was done', async () => {
    const phases = Array.from({ length: 12 }, (_one, index) => ({
      ...{ title: `Step ${index}`, isComplete: true, hints: index === 0 ? 0 : index },
    }));
    const notes = memoriesByRules(await session(phases)).map(({ content }) => content);
    expect(notes).toHaveLength(10);
    expect(notes[0]).toBe('The learner worked on "kata". 12 of 12 phases were completed.');
    expect(notes[1]).toMatch(/"Step 0" .* without asking for help\.$/);
    expect(notes[2]).toMatch(/"Step 1" .* after being helped 1 times\.$/);
  });

  test.each([
    [{ 'a.ts': 9, 'b.ts': 3 }, undefined],
    [{ 'a.ts': 10, 'b.ts': 12 }, 'b.ts'],
    [{ 'a.ts': 10 }, 'a.ts'],
  ])('name the file that took longest: %j', async (counts, expected) => {
    const { session: made } = await session([]);
    for (const [path, count] of Object.entries(counts))
      for (let time = 0; time < count; time += 1) log(made.id, 'buffer_summary', { path });
    const effort = memoriesByRules(await recordOf(store, made)).filter(({ tags }) => tags?.includes('effort'));
    expect(effort.map(({ content }) => content)).toEqual(
      expected === undefined ? [] : [`The learner was at ${expected} for longer than at any other file.`],
    );
  });
});
