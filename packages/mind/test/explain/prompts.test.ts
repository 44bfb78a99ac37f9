import { STAGES } from '@agent-factory/protocol/mind';
import { expect, test } from 'vitest';
import * as explainThis from '../../src/prompts/explain-this.js';
import * as practiceReview from '../../src/prompts/practice-review.js';
import { UNTRUSTED } from '../../src/prompts/untrusted.js';

test.each([
  ['explain-this [coaching-backend FR-161] [coaching-backend FR-163]', explainThis],
  ['practice-review [coaching-backend FR-162] [coaching-backend FR-163]', practiceReview],
])('%s has a prompt with a place for the stage, a schema and a way to put the question together', (_name, module) => {
  expect(module.SYSTEM_PROMPT.split('{{stage}}')).toHaveLength(2);
  expect(module.SYSTEM_PROMPT.endsWith(UNTRUSTED)).toBe(true);
  const prompts = STAGES.map(module.systemPromptFor);
  expect(new Set(prompts).size).toBe(STAGES.length);
  for (const [index, prompt] of prompts.entries())
    expect(prompt).toContain(`as far as it is known: ${STAGES[index]}\n`);
  expect(module.assembleUserMessage).toBeTypeOf('function');
});

test('an explanation has to be one [coaching-backend FR-161]', () => {
  const said = { explanation: 'So', key_concepts: [], analogy: null, related_files: null, phase_connection: null };
  expect(explainThis.responseSchema.safeParse(said).success).toBe(true);
  expect(explainThis.responseSchema.safeParse({ ...said, explanation: '' }).success).toBe(false);
  expect(explainThis.responseSchema.safeParse({ ...said, related_files: 'src/a.ts' }).success).toBe(false);
});

test('a review has a level from 1 to 10 [coaching-backend FR-162]', () => {
  const said = {
    correct: true,
    feedback: 'So',
    level: 10,
    passed: true,
    follow_up: { type: 'retry_hint', reason: 'Nearly' },
    dreyfus_signal: 'stable',
  };
  expect(practiceReview.responseSchema.safeParse(said).success).toBe(true);
  for (const level of [0, 11, 1e9, 4.5, -1, '5'])
    expect(practiceReview.responseSchema.safeParse({ ...said, level }).success, String(level)).toBe(false);
  expect(practiceReview.responseSchema.safeParse({ ...said, follow_up: { type: 'give_up' } }).success).toBe(false);
});
