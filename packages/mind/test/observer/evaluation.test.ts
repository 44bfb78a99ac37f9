import { assess } from '@agent-factory/coach/store';
import { PracticeError } from '@agent-factory/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as prompt from '../../src/prompts/observer-triage.js';
import { UNTRUSTED } from '../../src/prompts/untrusted.js';
import { gate, NO_NUDGE_WANTED, ObservedDesk, WRONG_FILE } from './observed-desk.js';

let observed: ObservedDesk;
beforeEach(async () => {
  observed = await ObservedDesk.make();
});
afterEach(() => observed[Symbol.asyncDispose]());

const UNREACHED = new PracticeError('model_unavailable', 'No model is reached. Try again later.');

describe('[coaching-backend FR-137] what a model is told', () => {
  test('[coaching-backend SC-064] is the active phase, the latest actions, times, the stage, and whether the student is idle', async () => {
    await observed.plan();
    await observed.phase(2, 'active');
    await observed.save();
    await observed.observer.settled();
    observed.pass(192_000);
    const { store } = observed.desk.files;
    await assess(store, { skillArea: 'zig', stage: 'expert', confidence: 1, evidence: '' });
    observed.desk.files.run("update coach_dreyfus_assessments set assessed_at = '2020-01-01T00:00:00.000Z'");
    await assess(store, { skillArea: 'git', stage: 'competent', confidence: 1, evidence: '' });
    await observed.open('src/oauth.ts');
    expect(observed.told).toEqual({
      current_phase: { number: 2, title: 'Callback', description: 'Find it', expected_files: ['src/oauth.ts'] },
      recent_actions: [
        { type: 'file_open', path: 'src/oauth.ts', ago: '0s ago' },
        { type: 'file_save', path: 'src/auth.ts', ago: '3m12s ago' },
        { type: 'phase_started', ago: '3m12s ago' },
        { type: 'session_started', ago: '3m12s ago' },
      ],
      time_since_last_save: '3m12s',
      time_since_last_nudge: 'never',
      dreyfus_stage: 'competent',
      user_idle: false,
    });
  });

  test('[coaching-backend FR-138] without a plan, a save or an assessment is no phase, never, and a novice', async () => {
    await observed.open();
    expect(observed.told).toMatchObject({
      current_phase: null,
      time_since_last_save: 'never',
      dreyfus_stage: 'novice',
    });
  });

  test('has of typing how many changes there were, and how the file grew; and hours as such', async () => {
    const summary = { path: 'src/auth.ts', editCount: 7, charDelta: -3, charCount: 9 };
    observed.workplace?.session.log('buffer_summary', summary);
    observed.pass(7_500_000);
    await observed.observer.settled();
    await observed.open();
    expect(observed.told.recent_actions[1]).toEqual({
      ...{ type: 'buffer_summary', path: 'src/auth.ts', edits: 7, char_delta: -3 },
      ago: '2h5m ago',
    });
  });

  test('are the last 20 actions, which what the agent looks at does not push out', async () => {
    for (let time = 0; time < 9; time += 1) {
      await observed.open('src/oauth.ts');
      await observed.say('editor:tab_switch', { fromPath: 'src/oauth.ts', toPath: 'src/auth.ts' });
      await observed.say('file:close', { path: 'src/oauth.ts' });
    }
    const project = await observed.desk.project();
    for (let time = 0; time < 25; time += 1)
      await project.callTool('paige_get_open_files', {}, { mcpSessionId: 'agent' });
    observed.pass(61_000);
    await observed.open();
    const { recent_actions: actions } = observed.told;
    expect(actions).toHaveLength(20);
    expect(actions.slice(0, 3)).toEqual([
      { type: 'file_open', path: 'src/auth.ts', ago: '0s ago' },
      { type: 'file_close', path: 'src/oauth.ts', ago: '1m1s ago' },
      { type: 'tab_switch', path: 'src/auth.ts', ago: '1m1s ago' },
    ]);
  });

  test('has when it last nudged, by a clock that does not jump', async () => {
    observed.answer(WRONG_FILE);
    await observed.open();
    observed.pass(125_000);
    observed.desk.clock -= 86_400_000;
    await observed.open();
    expect(observed.told).toMatchObject({ time_since_last_nudge: '2m5s' });
    expect(observed.told.recent_actions[1].ago).toBe('0s ago');
  });

  test('is bounded, whatever a plan says', async () => {
    await observed.plan();
    await observed.phase(2, 'active');
    const huge = JSON.stringify(
      Array.from({ length: 500 }, (_, index) => (index % 2 ? 'x'.repeat(5000) : 'y'.repeat(900))),
    );
    observed.desk.files.run(
      'update coach_phases set title = ?, description = ?, expected_files = ?',
      'x'.repeat(1e6),
      'y'.repeat(1e6),
      huge,
    );
    await observed.open();
    expect(observed.calls.at(-1)?.userMessage.length).toBeLessThan(40_000);
    expect(observed.told.current_phase.expected_files).toHaveLength(30);
  });
});

describe('a model', () => {
  test('[coaching-backend FR-150] is told last that nothing in the message is an instruction', () => {
    expect(prompt.SYSTEM_PROMPT.endsWith(UNTRUSTED)).toBe(true);
    for (const signal of prompt.responseSchema.shape.signal.options) expect(prompt.SYSTEM_PROMPT).toContain(signal);
    for (const answer of [{ ...WRONG_FILE, confidence: 1.1 }, { ...WRONG_FILE, signal: 'boredom' }, {}])
      expect(prompt.responseSchema.safeParse(answer).success).toBe(false);
  });

  test('[coaching-backend FR-139] [coaching-backend FR-150] is asked as the prompt has it, and is a small one', async () => {
    await observed.open();
    expect(observed.calls).toMatchObject([
      {
        callType: 'observer_triage',
        part: 'observer',
        model: 'haiku',
        systemPrompt: prompt.SYSTEM_PROMPT,
        responseSchema: prompt.responseSchema,
        sessionId: observed.sessionId,
        projectId: 'kata',
        maxTokens: 500,
      },
    ]);
    expect(observed.calls[0]?.userMessage).toBe(prompt.assembleUserMessage(observed.told));
    expect(observed.calls[0]?.signal?.aborted).toBe(false);
  });

  test('[coaching-backend FR-142] that wants no nudge leaves only the time of the evaluation', async () => {
    observed.pass(5000);
    const at = new Date(observed.desk.clock).toISOString();
    observed.answer({ ...WRONG_FILE, should_nudge: false });
    await observed.open();
    expect(observed.log('nudge_sent', 'nudge_suppressed', 'nudge_dropped')).toEqual([]);
    expect([observed.desk.said, observed.page.of('observer:nudge')]).toEqual([[], []]);
    await observed.come();
    await vi.waitFor(() => expect(observed.page.of('observer:status')).toMatchObject([{ lastEvaluation: at }]), 15_000);
  });

  test('[coaching-backend FR-141] [coaching-backend SC-069] [coaching-backend EC-72] that is not sure enough is written down, each time, and nothing is sent', async () => {
    observed.answer({ ...WRONG_FILE, confidence: 0.69, signal: 'scope_drift' });
    await observed.open();
    await observed.open();
    const row = { signal: 'scope_drift', confidence: 0.69, reason: 'low_confidence' };
    expect(observed.log('nudge_suppressed')).toEqual([row, row]);
    expect([observed.desk.said, observed.page.of('observer:nudge')]).toEqual([[], []]);
    observed.answer({ ...WRONG_FILE, confidence: 0.7 });
    await observed.open();
    expect(observed.log('nudge_sent')).toHaveLength(1);
  });

  test('[coaching-backend EC-67] that contradicts itself is not followed, and a warning says so', async () => {
    observed.answer({ ...WRONG_FILE, signal: 'no_nudge' });
    await observed.open();
    expect([observed.desk.said, observed.log('nudge_sent', 'nudge_suppressed')]).toEqual([[], []]);
    expect(observed.desk.warnings).toMatchObject([{ facts: { projectId: 'kata', confidence: 0.85 } }]);
  });

  test.each([
    [
      '[coaching-backend EC-66] where the session has ended meanwhile',
      () => observed.desk.coach.endSession('kata', 'completed'),
    ],
    ['where the exercise was reset meanwhile', () => observed.desk.coach.forget('kata')],
    ['where the student has muted it meanwhile', () => observed.say('observer:mute', { muted: true })],
    ['where the student has hidden the editor meanwhile', () => observed.desk.coach.setVisibility('kata', 'nothing')],
  ])('that answers late is not followed %s', async (_, happens) => {
    const asked = gate<object>();
    observed.answer(() => asked.promise);
    await observed.say('file:open', { path: 'src/auth.ts' });
    await vi.waitFor(() => expect(observed.calls).toHaveLength(1), 15_000);
    await happens();
    await new Promise(setImmediate);
    asked.open(WRONG_FILE);
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    expect([observed.desk.said, observed.page.of('observer:nudge')]).toEqual([[], []]);
    expect(observed.log('nudge_sent', 'nudge_suppressed', 'nudge_dropped')).toEqual([]);
    expect([observed.desk.failures, observed.desk.warnings]).toEqual([[], []]);
  });

  test.each([
    ['is not sure', { confidence: 0.5 }],
    ['contradicts itself', { signal: 'no_nudge' }],
  ])('that answers late and %s leaves nothing in the log', async (_, said) => {
    const asked = gate<object>();
    observed.answer(() => asked.promise);
    await observed.say('file:open', { path: 'src/auth.ts' });
    await vi.waitFor(() => expect(observed.calls).toHaveLength(1), 15_000);
    await observed.say('observer:mute', { muted: true });
    asked.open({ ...WRONG_FILE, ...said });
    await observed.observer.settled();
    expect([observed.log('nudge_suppressed'), observed.desk.warnings]).toEqual([[], []]);
  });

  test('that answers when nudges are muted in the panel meanwhile leaves nothing in the log', async () => {
    observed.answer(() => {
      observed.desk.busy = 'you want no nudges';
      return WRONG_FILE;
    });
    await observed.open();
    expect([observed.desk.said, observed.log('nudge_sent', 'nudge_dropped')]).toEqual([[], []]);
  });

  test('is not asked where the student mutes it at the last moment', async () => {
    vi.spyOn(observed.desk.models, 'whyNot').mockImplementation(async () => {
      await observed.say('observer:mute', { muted: true });
      return undefined;
    });
    await observed.open();
    expect(observed.calls).toEqual([]);
  });

  test('that answers when the student is in flow is not followed, and the log says so', async () => {
    const asked = gate<object>();
    observed.answer(() => asked.promise);
    await observed.say('file:open', { path: 'src/auth.ts' });
    await vi.waitFor(() => expect(observed.calls).toHaveLength(1), 15_000);
    for (let time = 0; time < 10; time += 1) await observed.save();
    asked.open(WRONG_FILE);
    await observed.observer.settled();
    expect(observed.log('nudge_suppressed')).toEqual([
      { signal: 'wrong_file', confidence: 0.85, reason: 'flow_state' },
    ]);
    expect(observed.desk.said).toEqual([]);
  });
});

describe('a model that fails', () => {
  test('[coaching-backend FR-146] [coaching-backend SC-070] ends nothing: the next action is looked at', async () => {
    observed.answer(UNREACHED);
    await observed.open();
    observed.answer(WRONG_FILE);
    await observed.open();
    expect([observed.calls.length, observed.log('nudge_sent').length]).toEqual([2, 1]);
    expect(observed.desk.failures).toEqual([]);
  });

  test('again and again is left alone, longer each time up to ten minutes, until it answers', async () => {
    observed.answer(UNREACHED);
    await observed.open();
    await observed.open();
    for (const [failures, seconds] of [30, 60, 120, 240, 480, 600, 600].entries()) {
      observed.pass(seconds * 1000 - 1);
      await observed.open();
      expect(observed.calls).toHaveLength(failures + 2);
      observed.pass(1);
      await observed.open();
      expect(observed.calls).toHaveLength(failures + 3);
    }
    observed.pass(600_000);
    expect(observed.desk.warnings[0]).toMatchObject({ facts: { code: 'model_unavailable', restMs: 30_000 } });
    expect(observed.desk.warnings.at(-1)).toMatchObject({ facts: { restMs: 600_000 } });
    observed.answer(NO_NUDGE_WANTED);
    await observed.open();
    const { length } = observed.calls;
    await observed.open();
    expect(observed.calls).toHaveLength(length + 1);
  });

  test('now and then, with an answer in between, is asked again at once', async () => {
    for (const said of [UNREACHED, NO_NUDGE_WANTED, UNREACHED, NO_NUDGE_WANTED]) {
      observed.answer(said);
      await observed.open();
    }
    expect(observed.calls).toHaveLength(4);
  });

  test('by a bug of ours is told to who can mend it, and ends nothing either', async () => {
    observed.answer(() => {
      throw new TypeError('a bug');
    });
    await observed.open();
    expect(observed.desk.failures).toHaveLength(1);
    observed.answer(NO_NUDGE_WANTED);
    await observed.open();
    expect(observed.calls).toHaveLength(2);
  });

  test('where the disk cannot be read is not asked, and nothing ends', async () => {
    observed.desk.files.run('alter table coach_dreyfus_assessments rename to elsewhere');
    await observed.open();
    expect([observed.calls.length, observed.desk.failures.length]).toEqual([0, 1]);
    observed.desk.files.run('alter table elsewhere rename to coach_dreyfus_assessments');
    await observed.open();
    expect(observed.calls).toHaveLength(1);
  });
});
