import type { ExerciseProgress } from '@agent-factory/protocol/progress';
import { expect, test } from 'vitest';
import { mergeProgress } from '../../src/progress/merge.js';

const report = (times: Partial<ExerciseProgress>): ExerciseProgress => ({
  exerciseId: 'x',
  version: '1.0.0',
  attempts: 1,
  timeOnTaskMs: 0,
  criteria: [],
  ...times,
});

test('of two times the earlier is the earlier, with or without fractions of a second', () => {
  const [early, late] = ['2026-11-22T10:00:00Z', '2026-11-22T10:00:00.500Z'];
  const reports = [
    report({ completedAt: early, lastAttemptAt: late }),
    report({ completedAt: late, lastAttemptAt: early }),
  ];
  for (const [ours, theirs] of [reports, reports.toReversed()])
    expect(mergeProgress(ours as ExerciseProgress, theirs as ExerciseProgress)).toMatchObject({
      completedAt: early,
      lastAttemptAt: late,
    });
});
