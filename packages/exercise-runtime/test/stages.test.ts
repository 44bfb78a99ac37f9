import { describe, expect, test } from 'vitest';
import { stagesOf } from '../src/index.js';

describe('the stages of an exercise', () => {
  test('are those it lists, then what its criteria name besides, each with all of its criteria', () => {
    const criteria = [
      { id: 'a', title: 'A', stage: 'second', needs: [] },
      { id: 'b', title: 'B', stage: 'other', needs: [] },
      { id: 'c', title: 'C', needs: [] },
      { id: 'd', title: 'D', stage: 'second', needs: [] },
    ];
    expect(stagesOf({ criteria, stages: ['first', 'second'] })).toEqual([
      { title: 'first', criteria: [] },
      { title: 'second', criteria: ['A', 'D'] },
      { title: 'other', criteria: ['B'] },
    ]);
    expect(stagesOf({ criteria: [], stages: [] })).toEqual([]);
  });
});
