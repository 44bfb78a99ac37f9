import type { Exercise } from '@agent-factory/exercise-runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionAccess } from '../../src/sessions/session-access.js';
import { OwnSolution } from '../../src/truth/leaks/own-solution.js';

const LINES = ['first_line(data)', 'second_line(data)', 'third_line(data)'];
const ID = 'first-steps';

const readSolution = vi.fn(async () => [{ path: 'work.py', text: LINES.join('\n') }]);
let config: object;
let own: OwnSolution;
beforeEach(() => {
  vi.useFakeTimers();
  readSolution.mockClear();
  config = {};
  const catalog = { readSolution, cached: async (id: string) => exercise(id) };
  own = new OwnSolution({ catalog, log: { warn: vi.fn() } } as unknown as SessionAccess);
});
afterEach(() => vi.useRealTimers());

function exercise(id: string): Exercise {
  const known = { id, version: '1', solutionFiles: ['work.py'], workspace: { starterFiles: [] }, criteria: [] };
  return { dir: '/nowhere', config: { ...known, description: 'Steps', ...config } } as unknown as Exercise;
}

describe('[coach truth-leak] the lines that only a solution has', () => {
  test('are without those of a description, of a criterion’s title, and of its hints', async () => {
    config = {
      description: `Write ${LINES[0]}`,
      criteria: [{ id: 'a', title: `It has ${LINES[1]}` }],
    };
    expect(await own.linesOf(ID)).toEqual([LINES[2]]);
    config = { version: '2', criteria: [{ id: 'a', title: 'It is there', hints: [`Use ${LINES[0]}`] }] };
    expect(await own.linesOf(ID)).toEqual(LINES.slice(1));
  });

  test('are those of the version that the student has', async () => {
    expect(await own.linesOf(ID)).toEqual(LINES);
    readSolution.mockResolvedValueOnce([{ path: 'work.py', text: 'another_line(data)' }]);
    config = { version: '2' };
    expect(await own.linesOf(ID)).toEqual(['another_line(data)']);
  });

  test('are read once, and again where the student has been at eight others since', async () => {
    const others = ['b', 'c', 'd', 'e', 'f', 'g', 'h'];
    for (const id of ['a', ...others, 'a']) await own.linesOf(id);
    expect(readSolution).toHaveBeenCalledTimes(8);
    // The one that they came back to last is kept longest.
    for (const id of ['i', 'a']) await own.linesOf(id);
    expect(readSolution).toHaveBeenCalledTimes(9);
    await own.linesOf('b');
    expect(readSolution).toHaveBeenCalledTimes(10);
  });

  test('are asked for again a minute after the lesson site did not answer, of another exercise at once', async () => {
    readSolution.mockRejectedValueOnce(new Error('no site'));
    expect(await own.linesOf(ID)).toEqual([]);
    expect(await own.linesOf('another-one')).toEqual(LINES);
    vi.advanceTimersByTime(59_000);
    expect(await own.linesOf(ID)).toEqual([]);
    vi.advanceTimersByTime(2000);
    expect(await own.linesOf(ID)).toEqual(LINES);
  });
});
