import {
  createPhases,
  createPlan,
  findSession,
  progressOfPlan,
  type StoredPhase,
  setPhaseStatus,
} from '@agent-factory/coach/store';
import type { Workplace } from '@agent-factory/coach/workplace';
import type { HintLevel } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { independenceOf } from '../../src/independence/independence.js';
import { CoachMind } from '../../src/mind.js';
import { isIndependent, recordOf } from '../../src/pipeline/wrap-up/record.js';
import { MindDesk } from '../fixtures/mind-desk.js';

let desk: MindDesk;
let mind: CoachMind;
let workplace: Workplace;
let say: (type: string, payload: object) => Promise<void>;
let sessionId: string;

beforeEach(async () => {
  desk = await MindDesk.make({ 'a.ts': 'one\ntwo\n' });
  mind = new CoachMind(desk.room, () => Promise.reject(new Error('Nobody asks')));
  const began = new Promise<void>((resolve) => {
    const sessionBegan = mind.sessionBegan.bind(mind);
    mind.sessionBegan = (at) => {
      workplace = at;
      sessionBegan(at);
      resolve();
    };
  });
  desk.mind = mind;
  ({ say } = await desk.page());
  sessionId = await desk.begin();
  await began;
});
afterEach(async () => {
  await mind.close();
  await desk[Symbol.asyncDispose]();
});

async function phases(...statuses: ('active' | 'pending')[]): Promise<StoredPhase[]> {
  const plan = await createPlan(desk.files.store, sessionId, 'plan');
  const rows = statuses.map((_, index) => ({
    number: index + 1,
    title: 'x',
    description: 'x',
    hintLevel: 'none' as HintLevel,
  }));
  const made = await createPhases(desk.files.store, plan.id, rows);
  return Promise.all(made.map((phase, index) => setPhaseStatus(desk.files.store, phase, statuses[index] ?? 'pending')));
}

async function helpWith({ planId, id }: StoredPhase) {
  await mind.close();
  const events = await progressOfPlan(desk.files.store, planId);
  return events
    .filter(({ phaseId, eventType }) => phaseId === id && eventType.startsWith('hint'))
    .map(({ eventType, data }) => [eventType, data?.by]);
}

const mark = { path: 'a.ts', count: 1 };
const level = (to: HintLevel, previousLevel: HintLevel) => say('hints:level_change', { level: to, previousLevel });

test('help counts for the phase that is worked on: what is explained, said, nudged and pointed at [coach phase-help]', async () => {
  const [first, second] = await phases('pending', 'active');
  workplace.session.log('explain_requested', { path: 'a.ts' });
  workplace.session.log('coaching_message', { messageType: 'hint' });
  workplace.session.log('nudge_sent', { signal: 'stuck', confidence: 0.9 } as never);
  workplace.session.log('decorations_applied', mark);
  expect(await helpWith(second as StoredPhase)).toEqual([
    ['hint_used', 'explain_requested'],
    ['hint_used', 'coaching_message'],
    ['hint_used', 'nudge_sent'],
    ['hint_used', 'decorations_applied'],
  ]);
  expect(await helpWith(first as StoredPhase)).toEqual([]);
});

test('what a phase begins with, work, and fewer hints are no help; more hints are [coach phase-help]', async () => {
  const [phase] = await phases('active');
  workplace.session.log('decorations_applied', { ...mark, ofPlan: true });
  workplace.session.log('file_save', { path: 'a.ts', charCount: 1 });
  await level('file', 'line');
  expect(await helpWith(phase as StoredPhase)).toEqual([]);
  await level('region', 'file');
  expect(await helpWith(phase as StoredPhase)).toEqual([['hint_escalated', 'hint_level_change']]);
});

test('marks that the student does not show are no help [coach phase-help]', async () => {
  const [phase] = await phases('active');
  await level('none', 'line');
  workplace.session.log('decorations_applied', mark);
  expect(await helpWith(phase as StoredPhase)).toEqual([]);
});

test('without a phase that is worked on, help counts for none [coach phase-help]', async () => {
  workplace.session.log('explain_requested', { path: 'a.ts' });
  const [phase] = await phases('pending');
  workplace.session.log('explain_requested', { path: 'a.ts' });
  expect(await helpWith(phase as StoredPhase)).toEqual([]);
  expect(desk.failures).toEqual([]);
});

test('a phase that was done with help was not done alone [coach phase-help]', async () => {
  const [helped, alone] = await phases('active', 'pending');
  workplace.session.log('explain_requested', { path: 'a.ts' });
  await mind.close();
  for (const phase of [helped, alone]) await setPhaseStatus(desk.files.store, phase as StoredPhase, 'complete');
  const session = await findSession(desk.files.store, sessionId);
  const { phases: records } = await recordOf(desk.files.store, session as NonNullable<typeof session>);
  expect(records.map(isIndependent)).toEqual([false, true]);
  desk.files.run("update coach_sessions set project_id = 'folder--x', project_dir = '/x/app'");
  expect(await independenceOf(desk.files.store, true)).toMatchObject([{ skill: 'app', alone: 1, withHints: 1 }]);
});
