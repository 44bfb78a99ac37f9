import { expect, it } from 'vitest';
import { localProblem, type NewProblem, withProblem } from '../../../src/client/coach/problems.js';
import type { Problem } from '../../../src/client/state.js';

function shown(...added: readonly NewProblem[]): readonly Problem[] {
  return added.reduce<readonly Problem[]>((all, problem, index) => withProblem(all, problem, String(index)), []);
}

it('a problem of two files is told of each, and of each only once', () => {
  const [a, b] = [localProblem('draft_lost', 'a.py'), localProblem('draft_lost', 'b.py')];
  expect(shown(a, b, a, b).map(({ id, path }) => [id, path])).toEqual([
    ['0', 'a.py'],
    ['1', 'b.py'],
  ]);
});

it('of more than fifty problems the oldest go', () => {
  const problems = shown(...Array.from({ length: 60 }, (_, index) => localProblem('draft_lost', `${index}.py`)));
  expect(problems).toHaveLength(50);
  expect([problems[0]?.path, problems.at(-1)?.path]).toEqual(['10.py', '59.py']);
});
