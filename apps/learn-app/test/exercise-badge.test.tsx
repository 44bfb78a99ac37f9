import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ExerciseBadge } from '../src/components/ExerciseBadge';
import type { Exercise } from '../src/lib/course/exercise';

const EXERCISE: Exercise = {
  id: 'ch34-first-agent',
  title: 'Build Your First Agent',
  lessonPath: '05-Building-Custom-Agents/34-your-first-agents/02-your-first-agent',
  difficulty: 'beginner',
  estimatedMinutes: 30,
  xpReward: 150,
  skills: [],
};

test('a list of lessons tells what an exercise takes and gives', () => {
  const text = renderToStaticMarkup(<ExerciseBadge exercise={EXERCISE} />);
  expect(text).toContain('30 min');
  expect(text).toContain('150 XP');
});

test('[exercises 8 unavailable] a list of lessons promises nothing of an exercise that cannot be started', () => {
  const text = renderToStaticMarkup(<ExerciseBadge exercise={{ ...EXERCISE, unavailable: 'config.json: title' }} />);
  expect(text).toContain('Unavailable at present');
  expect(text).not.toContain('XP');
});
