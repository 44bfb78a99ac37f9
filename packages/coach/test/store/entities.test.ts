import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assess, deleteAssessment, findAssessment, listAssessments } from '../../src/store/entities/dreyfus.js';
import { countGap, deleteGap, findGaps, recordGap, setGapAddressed } from '../../src/store/entities/gaps.js';
import { addAttempt, createKata, deleteKata, findKata, katasOf } from '../../src/store/entities/katas.js';
import { createPhaseHint, deletePhaseHint, phaseHintsOf } from '../../src/store/entities/phase-hints.js';
import {
  createPhases,
  deletePhase,
  findPhase,
  phasesOf,
  type StoredPhase,
  setPhaseStatus,
} from '../../src/store/entities/phases.js';
import { createPlan, currentPlan, deletePlan, findPlan } from '../../src/store/entities/plans.js';
import { deleteProgress, progressOf, progressOfPlan, recordProgress } from '../../src/store/entities/progress.js';
import { deleteSettings, readSettings, writeSettings } from '../../src/store/entities/projects.js';
import {
  activeSession,
  createSession,
  deleteSessions,
  endSession,
  findSession,
  listSessions,
  setSessionIssue,
} from '../../src/store/entities/sessions.js';
import { CoachStore } from '../fixtures/coach-store.js';

let files: CoachStore;
beforeEach(async () => {
  files = await CoachStore.make();
});
afterEach(() => files[Symbol.asyncDispose]());

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const aSession = () =>
  createSession(files.store, { projectId: 'kata', projectDir: '/tmp/kata', issueNumber: 7, issueTitle: 'Log in' });
const aPlan = async () => createPlan(files.store, (await aSession()).id, 'First this, then that.');
const step = (number: number) => ({ number, title: `Step ${number}`, description: '', hintLevel: 'file' as const });
const aPhase = async () => onePhase((await aPlan()).id);
async function onePhase(planId: string): Promise<StoredPhase> {
  const [phase] = await createPhases(files.store, planId, [step(1)]);
  if (phase === undefined) expect.fail('No phase was made');
  return phase;
}
const aGap = async (topic = 'Closures') =>
  recordGap(files.store, {
    sessionId: (await aSession()).id,
    projectId: 'kata',
    topic,
    severity: 'high',
    evidence: 'A loop that calls back',
    relatedConcepts: ['scope', 'var'],
  });

describe('sessions', () => {
  test('begin active, and are read back whole [coaching-backend 2.3] [coaching-backend FR-022]', async () => {
    const session = await aSession();
    expect(session).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      projectId: 'kata',
      projectDir: '/tmp/kata',
      issueNumber: 7,
      issueTitle: 'Log in',
      status: 'active',
      startedAt: TIME,
      endedAt: null,
      wrappedUp: null,
    });
    expect(Math.abs(Date.parse(session.startedAt) - Date.now())).toBeLessThan(10_000);
    expect(await findSession(files.store, session.id)).toEqual(session);
    expect(await activeSession(files.store, 'kata')).toEqual(session);
  });

  test('end once', async () => {
    const { id } = await aSession();
    await endSession(files.store, id, 'completed');
    await endSession(files.store, id, 'abandoned');
    expect(await findSession(files.store, id)).toMatchObject({ status: 'completed', endedAt: TIME });
    expect(await activeSession(files.store, 'kata')).toBeUndefined();
  });

  test('learn what they are about, are listed and deleted', async () => {
    const { id } = await aSession();
    await setSessionIssue(files.store, id, { number: 9, title: 'Log out' });
    expect(await listSessions(files.store, 'kata')).toMatchObject([{ id, issueNumber: 9, issueTitle: 'Log out' }]);
    await deleteSessions(files.store, 'kata');
    expect(await listSessions(files.store, 'kata')).toEqual([]);
  });
});

describe('plans and phases', () => {
  test('belong together: phases are read alone and by their plan, and go with it [coaching-backend 2.4]', async () => {
    const plan = await aPlan();
    const two = { ...step(2), expectedFiles: ['src/a.ts'] };
    const id = (await createPhases(files.store, plan.id, [two, step(1)]))[0]?.id ?? '';
    expect(await findPlan(files.store, plan.id)).toEqual(plan);
    expect((await phasesOf(files.store, plan.id)).map(({ number }) => number)).toEqual([1, 2]);
    expect(await findPhase(files.store, id)).toEqual({
      id,
      planId: plan.id,
      number: 2,
      title: 'Step 2',
      description: '',
      status: 'pending',
      hintLevel: 'file',
      expectedFiles: ['src/a.ts'],
      startedAt: null,
      completedAt: null,
    });
    await deletePlan(files.store, plan.id);
    expect(await findPhase(files.store, id)).toBeUndefined();
    expect(await phasesOf(files.store, plan.id)).toEqual([]);
  });

  test('the plan of a session is its latest', async () => {
    const first = await aPlan();
    const second = await createPlan(files.store, first.sessionId, 'Better');
    expect(await currentPlan(files.store, first.sessionId)).toEqual(second);
  });

  test('a phase notes when it began and when it was complete', async () => {
    const phase = await aPhase();
    const active = await setPhaseStatus(files.store, phase, 'active');
    const complete = await setPhaseStatus(files.store, active, 'complete');
    expect(active).toMatchObject({ status: 'active', startedAt: TIME, completedAt: null });
    expect(complete).toMatchObject({ status: 'complete', startedAt: active.startedAt, completedAt: TIME });
    expect(await findPhase(files.store, phase.id)).toEqual(complete);
    expect(await setPhaseStatus(files.store, complete, 'pending')).toMatchObject({
      startedAt: null,
      completedAt: null,
    });
    await deletePhase(files.store, phase.id);
    expect(await findPhase(files.store, phase.id)).toBeUndefined();
  });

  test('a phase has hints of files and of lines [coaching-backend 2.5]', async () => {
    const { id } = await aPhase();
    const none = { phaseId: id, startLine: null, endLine: null, hoverText: null };
    const file = await createPhaseHint(files.store, { ...none, type: 'file', path: 'src/a.ts', style: 'important' });
    const line = await createPhaseHint(files.store, {
      phaseId: id,
      type: 'line',
      path: 'src/a.ts',
      startLine: 3,
      endLine: 5,
      style: 'focus',
      hoverText: 'Look at the order',
    });
    expect(await phaseHintsOf(files.store, id)).toEqual([file, line]);
    expect(await phaseHintsOf(files.store, id, 'line')).toEqual([line]);
    expect(await phaseHintsOf(files.store, id, 'file')).toEqual([file]);
    await deletePhaseHint(files.store, line.id);
    expect(await phaseHintsOf(files.store, id)).toEqual([file]);
  });

  test('what has happened in a phase is read as it happened [coaching-backend 2.10]', async () => {
    const { id, planId } = await aPhase();
    const types = ['hint_used', 'hint_escalated', 'review_requested', 'review_passed'];
    for (const type of types)
      await recordProgress(files.store, id, type, type === 'hint_used' ? { level: 2 } : undefined);
    const events = await progressOf(files.store, id);
    expect(events.map(({ eventType }) => eventType)).toEqual(types);
    expect(events[0]).toEqual({
      id: expect.any(String),
      phaseId: id,
      eventType: 'hint_used',
      data: { level: 2 },
      createdAt: TIME,
    });
    expect(events[1]?.data).toBeNull();
    expect(await progressOfPlan(files.store, planId)).toEqual(events);
    await deleteProgress(files.store, id);
    expect(await progressOf(files.store, id)).toEqual([]);
  });
});

describe('what the student knows', () => {
  test('is assessed once for each skill: a later assessment takes the place of the earlier one [coaching-backend 2.6] [coaching-backend EC-09]', async () => {
    const skillArea = 'React state management';
    const first = await assess(files.store, { skillArea, stage: 'novice', confidence: 0.4, evidence: 'Asked twice' });
    expect(await findAssessment(files.store, skillArea)).toEqual({
      id: first.id,
      skillArea,
      stage: 'novice',
      confidence: 0.4,
      evidence: 'Asked twice',
      assessedAt: TIME,
    });
    await assess(files.store, { skillArea, stage: 'competent', confidence: 0.8, evidence: 'Did it alone' });
    expect(await listAssessments(files.store)).toMatchObject([
      { id: first.id, skillArea, stage: 'competent', confidence: 0.8, evidence: 'Did it alone' },
    ]);
    await deleteAssessment(files.store, skillArea);
    expect(await listAssessments(files.store)).toEqual([]);
  });

  test('has gaps, which are found by session and by what they are like [coaching-backend 2.7]', async () => {
    const gap = await aGap();
    const other = await aGap('Promises');
    expect(await findGaps(files.store, { sessionId: String(gap.sessionId) })).toEqual([gap]);
    expect(gap).toMatchObject({
      relatedConcepts: ['scope', 'var'],
      frequency: 1,
      addressed: false,
      lastEncounteredAt: TIME,
    });
    await countGap(files.store, gap.id);
    await setGapAddressed(files.store, gap.id, true);
    expect(await findGaps(files.store, { severity: 'high', addressed: true })).toMatchObject([
      { id: gap.id, frequency: 2 },
    ]);
    expect(await findGaps(files.store, { addressed: false })).toMatchObject([{ id: other.id }]);
    expect(await findGaps(files.store, { severity: 'low' })).toEqual([]);
    await deleteGap(files.store, other.id);
    expect(await findGaps(files.store)).toHaveLength(1);
  });

  test('is practised in katas [coaching-backend 2.8], whose attempts are all kept [coaching-backend 2.9]', async () => {
    const constraint = { title: 'No loops', description: 'Use recursion', minLevel: 3 };
    const kata = await createKata(files.store, {
      knowledgeGapId: (await aGap()).id,
      title: 'Counters',
      description: 'Make a counter',
      scaffoldingCode: 'function counter() {}',
      instructorNotes: 'A closure, not a class',
      constraints: [constraint],
    });
    expect(kata.userAttempts).toEqual([]);
    expect(await findKata(files.store, kata.id)).toEqual(kata);
    await addAttempt(files.store, kata.id, { code: 'let i' });
    const second = { code: 'let j', review: 'Nearly', level: 3, passed: false, constraints: ['No loops'] };
    await addAttempt(files.store, kata.id, second);
    expect((await findKata(files.store, kata.id))?.userAttempts).toEqual([{ code: 'let i' }, second]);
    expect(await addAttempt(files.store, 'nobody', { code: '' })).toBeUndefined();
    await deleteKata(files.store, kata.id);
    expect(await katasOf(files.store, kata.knowledgeGapId)).toEqual([]);
  });
});

describe('a whole session', () => {
  test('is read back as it was stored, and goes with all that is in it; what is known of the learner stays [coaching-backend SC-007] [coaching-backend FR-013] [coaching-backend SC-008]', async () => {
    const session = await aSession();
    const plan = await createPlan(files.store, session.id, 'Plan');
    const phase = await onePhase(plan.id);
    const phaseId = phase.id;
    const hint = await createPhaseHint(files.store, {
      phaseId,
      type: 'file',
      path: 'a',
      startLine: null,
      endLine: null,
      style: 'suggested',
      hoverText: null,
    });
    const event = await recordProgress(files.store, phaseId, 'hint_used');
    const gap = await recordGap(files.store, {
      sessionId: session.id,
      projectId: 'kata',
      topic: 't',
      severity: 'low',
      evidence: 'e',
      relatedConcepts: [],
    });
    const kata = await createKata(files.store, {
      knowledgeGapId: gap.id,
      title: 't',
      description: 'd',
      scaffoldingCode: '',
      instructorNotes: '',
      constraints: [],
    });
    expect(await currentPlan(files.store, session.id)).toEqual(plan);
    expect(await phasesOf(files.store, plan.id)).toEqual([phase]);
    expect(await phaseHintsOf(files.store, phaseId)).toEqual([hint]);
    expect(await progressOf(files.store, phaseId)).toEqual([event]);
    expect(await findGaps(files.store, { sessionId: session.id })).toEqual([gap]);
    expect(await katasOf(files.store, gap.id)).toEqual([kata]);
    await deleteSessions(files.store, 'kata');
    for (const table of ['plans', 'phases', 'phase_hints', 'progress_events'])
      expect(files.all(`select * from coach_${table}`), table).toEqual([]);
    expect(await findGaps(files.store)).toEqual([{ ...gap, sessionId: null }]);
    expect(await katasOf(files.store, gap.id)).toEqual([kata]);
  });

  test('cannot have parts without it [coaching-backend EC-08]', async () => {
    await expect(createPlan(files.store, 'nobody', 'Plan')).rejects.toThrow(/FOREIGN KEY/);
    await expect(createPhases(files.store, 'nobody', [step(1)])).rejects.toThrow(/FOREIGN KEY/);
    await expect(recordProgress(files.store, 'nobody', 'hint_used')).rejects.toThrow(/FOREIGN KEY/);
  });
});

describe('JSON in a column', () => {
  test('is refused on its way in where it has another shape', async () => {
    const { id } = await aPlan();
    const wrong = { ...step(1), expectedFiles: [7] as unknown as string[] };
    await expect(createPhases(files.store, id, [wrong])).rejects.toThrow(/expected string/);
    expect(await phasesOf(files.store, id)).toEqual([]);
  });

  test('is refused on its way out', async () => {
    const phase = await aPhase();
    files.run('update coach_phases set expected_files = ?', '{"a":1}');
    await expect(findPhase(files.store, phase.id)).rejects.toThrow(/expected array/);
  });
});

describe('what the student has chosen for a project', () => {
  test('is what nobody has chosen, until it is written', async () => {
    const chosen = { visibility: 'nothing', hintLevel: 'line', issue: null } as const;
    expect(await readSettings(files.store, 'kata')).toEqual({
      visibility: 'saved_files',
      hintLevel: 'region',
      issue: null,
    });
    await writeSettings(files.store, 'kata', chosen);
    const issue = { number: 3, title: 'T', summary: 'S', labels: ['bug'], url: '' };
    await writeSettings(files.store, 'kata', { ...chosen, issue });
    expect(await readSettings(files.store, 'kata')).toEqual({ ...chosen, issue });
    await deleteSettings(files.store, 'kata');
    expect((await readSettings(files.store, 'kata')).visibility).toBe('saved_files');
  });
});
