import {
  assess,
  createKata,
  createPhases,
  createPlan,
  logApiCall,
  recordGap,
  recordProgress,
  setPhaseStatus,
} from '@agent-factory/coach/store';
import { FOLDER_ID_PREFIX } from '@agent-factory/protocol/coach';
import { dashboardStateSchema, type Period } from '@agent-factory/protocol/mind';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dashboardState } from '../../src/dashboard/state/state.js';
import { MindDesk } from '../fixtures/mind-desk.js';
import { addGap } from './given.js';

const NOW = Date.parse('2026-11-27T14:00:00.000Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let desk: MindDesk;
beforeEach(async () => {
  desk = await MindDesk.make();
  desk.clock = NOW;
});
afterEach(() => desk[Symbol.asyncDispose]());

async function state(period: Period = 'all', now = NOW, withFolders = true) {
  return dashboardStateSchema.parse(await dashboardState(desk.files.store, { period, now, withFolders }));
}

const iso = (at: number) => new Date(at).toISOString();

interface Session {
  readonly start: number;
  readonly minutes?: number;
  readonly status?: string;
  readonly issue?: number | null;
  readonly project?: string;
}

function addSession(
  id: string,
  { start, minutes = 30, status = 'completed', issue = null, project = 'kata' }: Session,
): void {
  desk.files.run(
    `insert into coach_sessions (id, project_id, project_dir, issue_number, issue_title, status, started_at, ended_at)
      values (?, ?, '/kata', ?, ?, ?, ?, ?)`,
    id,
    project,
    issue,
    issue === null ? null : `Issue ${issue}`,
    status,
    iso(start),
    status === 'active' ? null : iso(start + minutes * MINUTE),
  );
}

function addEvent(at: number, type: string, data: object): void {
  desk.files.run(
    'insert into events (at, exercise_id, type, data) values (?, ?, ?, ?)',
    iso(at),
    'kata',
    type,
    JSON.stringify(data),
  );
}

const addAction = (at: number, action: string) => addEvent(at, 'coach_action', { action, sessionId: 's', data: {} });

async function addCall(callType: string, cost: number, at: number, costBeyond = 0): Promise<void> {
  const result = { latencyMs: 5, inputTokens: 1, outputTokens: 1, costEstimate: cost };
  const metadata = { ...(cost < 0 ? { failed: true as const } : result), costBeyond };
  const about = { sessionId: null, projectId: null };
  const { id } = await logApiCall(desk.files.store, about, callType, { model: 'haiku', inputHash: 'x', ...metadata });
  desk.files.run('update coach_api_call_log set created_at = ? where id = ?', iso(at), id);
}

describe('the dashboard', () => {
  test('of who has just begun is empty, and whole [coaching-backend SC-091] [coaching-backend EC-88]', async () => {
    for (const period of ['7d', '30d', 'all'] as const)
      expect(await state(period)).toEqual({
        dreyfus: [],
        stats: {
          period,
          sessionsCompleted: 0,
          totalCoachingMinutes: 0,
          issuesWorkedOn: 0,
          knowledgeGapsIdentified: 0,
          knowledgeGapsAddressed: 0,
          hintsUsed: 0,
          apiCostTotal: 0,
        },
        inProgressSessions: [],
        katas: [],
        progress: [],
        activity: [],
        streak: { current: 0, longest: 0 },
        gaps: [],
        costs: [],
        independence: [],
        solutionLinesTold: 0,
      });
  });

  test('has assessments, sums, sessions that go on, and katas [coaching-backend FR-169]', async () => {
    const { store } = desk.files;
    await assess(store, { skillArea: 'SQL', stage: 'novice', confidence: 0.4, evidence: 'x' });
    await assess(store, { skillArea: 'SQL', stage: 'competent', confidence: 0.6, evidence: 'x' });
    addSession('s1', { start: NOW - DAY, minutes: 45, issue: 7 });
    addSession('s2', { start: NOW - 10 * MINUTE, status: 'active', issue: 8, project: 'other' });
    const gap = await addGap(desk, 'Joins', { severity: 'high', frequency: 3 });
    const constraints = [{ title: 'No loops', description: 'Do without.', minLevel: 3 }];
    const kata = { knowledgeGapId: gap, description: '', scaffoldingCode: '', instructorNotes: 'secret' };
    const { id } = await createKata(store, { ...kata, title: 'Left join', constraints });
    await createKata(store, { ...kata, title: 'Untried', constraints: [] });
    const attempts = [{ code: 'x', level: 4 }, { code: 'y', level: 6 }, { code: 'z' }];
    desk.files.run('update coach_kata_specs set user_attempts = ? where id = ?', JSON.stringify(attempts), id);

    const found = await state();
    expect(found.dreyfus).toEqual([
      { skillArea: 'SQL', stage: 'competent', confidence: 0.6, assessedAt: expect.any(String) },
    ]);
    expect(found.progress.map(({ skillArea, stage }) => [skillArea, stage])).toEqual([
      ['SQL', 'novice'],
      ['SQL', 'competent'],
    ]);
    expect(found.stats).toMatchObject({ sessionsCompleted: 1, totalCoachingMinutes: 45, issuesWorkedOn: 2 });
    expect(found.inProgressSessions).toEqual([
      { id: 's2', projectId: 'other', issueNumber: 8, issueTitle: 'Issue 8', startedAt: iso(NOW - 10 * MINUTE) },
    ]);
    expect(found.katas).toEqual([
      {
        id: expect.any(String),
        title: 'Untried',
        topic: 'Joins',
        attemptsCount: 0,
        bestLevel: null,
        constraintCount: 0,
      },
      { id, title: 'Left join', topic: 'Joins', attemptsCount: 3, bestLevel: 6, constraintCount: 1 },
    ]);
    expect(found.gaps).toEqual([
      {
        id: gap,
        topic: 'Joins',
        severity: 'high',
        evidence: 'Asked.',
        frequency: 3,
        addressed: false,
        lastEncounteredAt: iso(NOW),
      },
    ]);
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  test('sums up what is in the period, and shows how things stand now [coaching-backend FR-170] [coaching-backend SC-083]', async () => {
    const ages = { today: NOW - MINUTE * 60, week: NOW - 6 * DAY, month: NOW - 20 * DAY, year: NOW - 300 * DAY };
    for (const [index, [name, at]] of Object.entries(ages).entries()) {
      addSession(name, { start: at, minutes: 10, issue: index + 1 });
      await addGap(desk, name, { addressed: index % 2 === 0, at: iso(at) });
      await addCall('coach_agent', 1, at);
      addEvent(at, 'hint_shown', { criterion: 'x', rung: 1 });
    }
    addSession('going', { start: NOW - 300 * DAY, status: 'active' });
    await assess(desk.files.store, { skillArea: 'SQL', stage: 'novice', confidence: 0.4, evidence: 'x' });
    const sums = (count: number, addressed: number) => ({
      sessionsCompleted: count,
      totalCoachingMinutes: count * 10,
      issuesWorkedOn: count,
      knowledgeGapsIdentified: count,
      knowledgeGapsAddressed: addressed,
      hintsUsed: count,
      apiCostTotal: count,
    });
    const [week, month, all] = [await state('7d'), await state('30d'), await state('all')];
    expect(week.stats).toEqual({ period: '7d', ...sums(2, 1) });
    expect(month.stats).toEqual({ period: '30d', ...sums(3, 2) });
    expect(all.stats).toEqual({ period: 'all', ...sums(4, 2) });
    expect([week, month, all].map(({ activity }) => activity.length)).toEqual([2, 3, 4]);
    for (const { inProgressSessions, gaps, dreyfus } of [week, month, all])
      expect([inProgressSessions.length, gaps.length, dreyfus.length]).toEqual([1, 4, 1]);
  });

  test('counts a session by its end, an issue by its beginning, and the issues of each project by themselves', async () => {
    addSession('over the border', { start: NOW - 7 * DAY - 20 * MINUTE, minutes: 30, issue: 7 });
    addSession('given up', { start: NOW - DAY, status: 'abandoned', issue: 7 });
    addSession('same', { start: NOW - 2 * DAY, issue: 7 });
    addSession('other project', { start: NOW - 2 * DAY, issue: 7, project: 'other' });
    const { stats } = await state('7d');
    expect(stats).toMatchObject({ sessionsCompleted: 3, totalCoachingMinutes: 90, issuesWorkedOn: 2 });
  });

  test('has no negative minutes, and none to come, where a clock has jumped', async () => {
    addSession('set back', { start: NOW - DAY, minutes: -600 });
    addSession('ahead at its end', { start: NOW - 30 * MINUTE, minutes: 60 * 24 * 365 * 70 });
    addSession('ahead', { start: NOW + 300 * DAY, minutes: 60 });
    addAction(NOW + 400 * DAY, 'file_save');
    addEvent(NOW + 400 * DAY, 'hint_shown', { criterion: 'x', rung: 1 });
    const found = await state();
    expect(found.stats).toMatchObject({ totalCoachingMinutes: 30, hintsUsed: 0 });
    expect(found.activity.map(({ minutes }) => minutes)).toEqual([0, 30]);
    expect(found.streak).toEqual({ current: 2, longest: 2 });
  });

  test('has the sessions that go on in their order, the latest first', async () => {
    for (const [id, days] of Object.entries({ b: 2, c: 3, a: 1 }))
      addSession(id, { start: NOW - days * DAY, status: 'active' });
    addSession('done', { start: NOW });
    expect((await state()).inProgressSessions.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test('counts hints of exercises and of plans', async () => {
    addSession('s', { start: NOW - DAY });
    addSession('old', { start: NOW - 100 * DAY });
    for (const session of ['s', 'old']) {
      const plan = await createPlan(desk.files.store, session, 'plan');
      const [phase] = await createPhases(desk.files.store, plan.id, [
        { number: 1, title: 'x', description: 'x', hintLevel: 'region' },
      ]);
      await recordProgress(desk.files.store, phase?.id ?? '', 'hint_used');
      await recordProgress(desk.files.store, phase?.id ?? '', 'phase_started');
    }
    addEvent(NOW - DAY, 'hint_shown', { criterion: 'x', rung: 1 });
    addEvent(NOW - DAY, 'hint_shown', { criterion: 'x', rung: 2 });
    expect((await state('7d')).stats.hintsUsed).toBe(3);
    expect((await state('all')).stats.hintsUsed).toBe(4);
  });

  test('tells what calls have cost, by what they were for', async () => {
    await addCall('coach_agent', 0.5, NOW - DAY);
    await addCall('observer_triage', 0.25, NOW - DAY);
    await addCall('observer_triage', 0.125, NOW - 2 * DAY);
    // A failure may have cost something all the same, and an answer more than its tokens.
    await addCall('observer_triage', -1, NOW - 2 * DAY, 0.0625);
    await addCall('explain_this', 9, NOW - 60 * DAY);
    const found = await state('30d');
    expect(found.costs).toEqual([
      { callType: 'coach_agent', calls: 1, failed: 0, cost: 0.5 },
      { callType: 'observer_triage', calls: 3, failed: 1, cost: 0.4375 },
    ]);
    expect(found.stats.apiCostTotal).toBe(0.9375);
    expect((await state('all')).costs[0]).toEqual({ callType: 'explain_this', calls: 1, failed: 0, cost: 9 });
  });

  test('tells how many lines of solutions tutors have told, by whichever agent [coach truth-leak]', async () => {
    for (const [agent, lines] of [
      ['claude', 4],
      ['coach', 3],
    ] as const)
      desk.files.run(
        'insert into coach_tutor_leaks (id, exercise_id, agent, leaks, lines, last_at) values (?, ?, ?, 1, ?, ?)',
        ...[`kata ${agent}`, 'kata', agent, lines, iso(NOW)],
      );
    expect((await state()).solutionLinesTold).toBe(7);
    expect((await state('7d', NOW, false)).solutionLinesTold).toBe(7);
  });

  test('for a page that may know of no folder, leaves out what tells of one', async () => {
    const folder = `${FOLDER_ID_PREFIX}x`;
    addSession('a', { start: NOW - MINUTE, status: 'active', project: folder });
    addSession('b', { start: NOW - MINUTE, status: 'active' });
    for (const projectId of [folder, 'kata'])
      await recordGap(desk.files.store, {
        sessionId: null,
        projectId,
        topic: `Of ${projectId}`,
        severity: 'low',
        evidence: 'Edited secret.ts',
        relatedConcepts: [],
      });
    const plan = await createPlan(desk.files.store, 'a', 'plan');
    const [phase] = await createPhases(desk.files.store, plan.id, [
      { number: 1, title: 'x', description: 'x', hintLevel: 'none' },
    ]);
    if (phase !== undefined) await setPhaseStatus(desk.files.store, phase, 'complete');
    const own = await state();
    expect(own.inProgressSessions).toHaveLength(2);
    expect(own.independence).toMatchObject([{ skill: 'kata' }]);
    const told = await state('all', NOW, false);
    expect(told.inProgressSessions).toMatchObject([{ projectId: 'kata' }]);
    expect(told.gaps.map(({ evidence }) => evidence).sort()).toEqual(['', 'Edited secret.ts']);
    expect(told.independence).toEqual([]);
    const without = { inProgressSessions: [], gaps: [], independence: [] };
    expect({ ...told, ...without }).toEqual({ ...own, ...without });
  });

  test('shows no more than can be drawn, and the latest of it', async () => {
    desk.files.run(`insert into coach_assessment_history (id, skill_area, stage, confidence, assessed_at)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < 2999)
      select 'a' || i, 'SQL', 'novice', i / 3000.0, '2026-11-01T00:00:00.000Z' from n`);
    const { progress } = await state();
    expect(progress).toHaveLength(1000);
    expect(progress.at(0)?.confidence).toBeCloseTo(2000 / 3000);
    expect(progress.at(-1)?.confidence).toBeCloseTo(2999 / 3000);
  });
});
