import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../scripts/registry-digest.mjs';

const EXERCISE = {
  id: 'ch34-first-agent',
  title: 'Build your first agent',
  lessonPath: '34/first-agent',
  difficulty: 'beginner',
  estimatedMinutes: 30,
  xpReward: 150,
  skills: [],
};

function registryOf(exercise: object): string {
  return JSON.stringify({ version: '1.0', exercises: [exercise] });
}

describe('the digest of a registry', () => {
  it('is that of its text where the schemas leave it as it is', () => {
    const text = registryOf(EXERCISE);
    expect(digestOf(text)).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it.each([
    ['has a broken exercise', registryOf({ ...EXERCISE, difficulty: 'odd' })],
    ['leaves out what the schemas fill in', registryOf({ ...EXERCISE, skills: undefined })],
    ['has what the schemas do not know', registryOf({ ...EXERCISE, note: 'Only for authors' })],
    ['is none', '<html>'],
  ])('is not given where it %s: the page has to read it', (_, text) => {
    expect(digestOf(text)).toBeUndefined();
  });
});
