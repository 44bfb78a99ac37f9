import type { StagesResponse } from '@agent-factory/protocol/stages';
import { describe, expect, it } from 'vitest';
import { MarkerStates } from '../../src/client/markers/marker-states.js';
import { tellStages } from '../../src/client/markers/tell-stages.js';
import { latestRefusal, refusalReason } from '../../src/client/stages/refusal.js';
import { INITIAL_STAGES, reduceStages, type StagesState, shownRefusal } from '../../src/client/stages/stage-board.js';
import { stageNews } from '../../src/client/stages/stage-news.js';
import { placeWords, progressWords } from '../../src/client/stages/stage-words.js';
import { inTurn } from '../../src/client/store/in-turn.js';
import { refusedAt, stagesResponse, TITLES } from './samples.js';

function told(...responses: readonly StagesResponse[]): StagesState {
  return responses.reduce((state, response) => reduceStages(state, { type: 'told', told: response }), INITIAL_STAGES);
}

describe('the words for stages', () => {
  it('[terminal-events 4 stage-bar] say where the student is, and how each stage stands', () => {
    expect(placeWords(stagesResponse(1).stages)).toBe('Stage 2 of 3 · A memory');
    expect(placeWords(stagesResponse(3).stages)).toBe('All 3 stages complete');
    expect(progressWords(stagesResponse(1).stages)).toBe(
      '1 of 3 stages complete: 1 Somebody, verified by the check; 2 A memory, you are here; 3 A conversation, next',
    );
  });

  it('tell what the tutor says from what the check has verified', () => {
    const stages = stagesResponse(1).stages.map((stage) =>
      stage.number === 1 ? { ...stage, by: 'tutor' as const } : stage,
    );
    expect(progressWords(stages)).toContain('1 Somebody, the tutor says so');
  });

  it.each([
    [{ reason: 'criterion', criterion: 'It greets', message: 'Silence.\nmore' } as const, 'It greets: Silence.'],
    [{ reason: 'criterion', criterion: 'It greets' } as const, 'It greets'],
    [{ reason: 'unknown' } as const, 'The exercise has no such stage.'],
    [{ reason: 'not_judged', message: 'no python3' } as const, 'The check could not judge it: no python3'],
  ])('[terminal-events 4 refused-shown] say why a claim does not count, in one line: %j', (refusal, words) => {
    expect(refusalReason(refusal)).toBe(words);
  });
});

describe('what a panel knows of stages', () => {
  it('is their names, until the daemon has told more, and nothing where it knows of none', () => {
    const stages = TITLES.map((title) => ({ title, criteria: [] }));
    const listed = reduceStages(INITIAL_STAGES, { type: 'listed', stages });
    expect(placeWords(listed.stages)).toBe('3 stages');
    expect(reduceStages(listed, { type: 'unknown' }).stages).toEqual([]);
    const known = told(stagesResponse(1));
    expect(reduceStages(known, { type: 'listed', stages })).toBe(known);
  });

  it('is told to whoever draws markers, also of the whole exercise', () => {
    const at = '2026-03-01T10:00:00.000Z';
    const stateAfter = (course: StagesResponse['course']) => {
      const states = new MarkerStates();
      tellStages(states, stagesResponse(1, { course }));
      return states.stateOf({ kind: 'course_complete' });
    };
    expect(stateAfter({ at, refused: { reason: 'unknown' } })).toBe('refused');
    expect(stateAfter({ at, by: 'check' })).toBe('complete');
  });

  it('[terminal-events 4 stage-announced] is announced once for each change, and not when it is first known', () => {
    expect(told(stagesResponse(1)).news.text).toBe('');
    expect(told(stagesResponse(0), stagesResponse(1), stagesResponse(1)).news).toEqual({
      id: 1,
      text: 'Stage 1 of 3 is complete: Somebody, verified by the check. Next: A memory.',
    });
    expect(stageNews(stagesResponse(1), refusedAt(1))).toBe(
      'Stage 2 is not complete yet. A memory works: It is empty.',
    );
    expect(stageNews(refusedAt(1), refusedAt(1))).toBe('');
  });

  it('announces once that the whole exercise is complete', () => {
    const course = { at: '2026-03-01T10:00:00.000Z', by: 'check' as const };
    const [before, now] = [stagesResponse(3), stagesResponse(3, { course })];
    expect(stageNews(before, now)).toBe('The exercise is complete.');
    expect(stageNews(now, now)).toBe('');
  });

  it('[terminal-events 4 stage-announced] is said in one sentence where one check completes several', () => {
    expect(stageNews(stagesResponse(0), stagesResponse(2))).toBe(
      '2 more stages of 3 are complete: Somebody, A memory. Next: A conversation.',
    );
    expect(stageNews(stagesResponse(1), stagesResponse(3))).toBe('All 3 stages are complete.');
  });

  it('[terminal-events 4 refused-shown] has a refused claim until it is put away, made again, or done', () => {
    const state = told(refusedAt(1));
    expect(shownRefusal(state)).toMatchObject({ stage: { number: 2, title: 'A memory' } });
    const dismissed = reduceStages(state, { type: 'dismissed' });
    expect(shownRefusal(dismissed)).toBeUndefined();
    const again = reduceStages(dismissed, { type: 'told', told: refusedAt(1, '2026-03-01T10:05:00.000Z') });
    expect(shownRefusal(again)).toBeDefined();
    expect(shownRefusal(reduceStages(again, { type: 'told', told: stagesResponse(2) }))).toBeUndefined();
  });

  it('is the latest of several refused claims', () => {
    const refused = { reason: 'unknown' as const };
    const course = (at: string) => ({ course: { at, refused } });
    const both = (at: string) => ({ ...refusedAt(1, '2026-03-01T10:00:00.000Z'), ...course(at) });
    expect(latestRefusal(both('2026-03-01T09:00:00.000Z'))?.stage?.number).toBe(2);
    expect(latestRefusal(both('2026-03-01T11:00:00.000Z'))?.stage).toBeUndefined();
  });

  it('takes a refusal of the whole exercise for over once its criterion has passed', () => {
    const refused = { reason: 'criterion' as const, criterion: 'A memory works' };
    const course = { at: '2026-03-01T10:00:00.000Z', refused };
    expect(latestRefusal(stagesResponse(1, { course }))).toMatchObject({ stage: undefined });
    expect(latestRefusal(stagesResponse(2, { course }))).toBeUndefined();
  });
});

describe('a task in turn', () => {
  it('runs once more for all who ask while it runs', async () => {
    const ends: (() => void)[] = [];
    const load = inTurn(() => new Promise((resolve) => ends.push(resolve)));
    const first = load();
    const others = [load(), load()];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await first;
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    await Promise.all(others);
    expect(ends).toHaveLength(2);
  });
});
