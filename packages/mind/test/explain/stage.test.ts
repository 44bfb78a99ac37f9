import type { Assessment } from '@agent-factory/coach/store';
import type { Stage } from '@agent-factory/protocol/mind';
import { expect, test } from 'vitest';
import { overallStage, stageFor } from '../../src/explain/stage.js';

const skill = (skillArea: string, stage: Stage, confidence = 0.5, assessedAt = '2026-01-01T00:00:00Z'): Assessment => ({
  id: skillArea,
  skillArea,
  stage,
  confidence,
  evidence: '',
  assessedAt,
});
const stage = (skills: Assessment[], topics: string[], texts: string[] = []) => stageFor(skills, { topics, texts });

test('nobody is more than a novice in what nobody has assessed [coaching-backend FR-152]', () => {
  expect(stage([], ['typescript'])).toBe('novice');
  expect(stage([skill('Rust', 'expert')], ['typescript'], ['let x = 1'])).toBe('novice');
  expect(stage([skill('', 'expert'), skill('!?', 'expert'), skill('code', 'expert')], ['', 'code'])).toBe('novice');
});

test('the topic itself counts more than what is akin, and that more than what is only named [coaching-backend FR-152]', () => {
  const named = skill('Closures', 'expert', 1);
  const akin = skill('TypeScript generics', 'proficient', 1);
  const same = skill('TypeScript', 'competent', 0.1);
  const texts = ['a closure over i'];
  expect(stage([named, akin, same], ['typescript'], texts)).toBe('competent');
  expect(stage([named, akin], ['typescript'], texts)).toBe('proficient');
  expect(stage([named], ['typescript'], texts)).toBe('expert');
  expect(stage([named], ['typescript'], ['a loop'])).toBe('novice');
});

test('of two that fit alike the surer one counts, then the later one', () => {
  expect(stage([skill('Go maps', 'novice', 0.4), skill('Go channels', 'competent', 0.6)], ['go'])).toBe('competent');
  const later = skill('Go channels', 'expert', 0.5, '2026-02-01T00:00:00Z');
  expect(stage([skill('Go maps', 'competent'), later], ['go'])).toBe('expert');
});

test('names of one thing are one thing', () => {
  expect(stage([skill('JavaScript', 'expert')], ['js'])).toBe('expert');
  expect(stage([skill('React hooks', 'expert')], ['typescriptreact'])).toBe('expert');
  expect(stage([skill('Async/await', 'expert')], ['await & async'])).toBe('expert');
  expect(stage([skill('Loops', 'expert')], ['loop'])).toBe('expert');
  expect(stage([skill('Basics of Go', 'competent'), skill('Go maps', 'expert')], ['go'])).toBe('competent');
  expect(stage([skill('C++', 'expert')], ['cpp'])).toBe('expert');
});

test('words that objects know something else by are words like others', () => {
  expect(stage([skill('Constructor', 'expert')], [''], ['the constructor of a class'])).toBe('expert');
  expect(stage([skill('Constructor injection', 'expert')], ['constructor'])).toBe('expert');
  expect(stage([skill('Arrays', 'expert')], ['constructor'])).toBe('novice');
});

test('names of other things are other things', () => {
  expect(stage([skill('C', 'expert')], ['cpp'], ['C', 'c'])).toBe('novice');
  expect(stage([skill('Go', 'expert')], ['python'], ['go on'])).toBe('novice');
  expect(stage([skill('Java', 'expert')], ['javascript'])).toBe('novice');
});

test('on the whole, a learner is in the middle of their stages, by how sure those are', () => {
  expect(overallStage([])).toBe('novice');
  expect(overallStage([skill('a', 'novice', 0.5), skill('b', 'expert', 0.5)])).toBe('competent');
  expect(overallStage([skill('a', 'novice', 0.1), skill('b', 'expert', 0.9)])).toBe('expert');
  expect(overallStage([skill('a', 'expert', 0)])).toBe('novice');
});
