import { describe, expect, it } from 'vitest';
import { parseWhere } from '../../src/client/where.js';

describe('where a check has found something', () => {
  it.each([
    ['agent.py:25', { path: 'agent.py', line: 25 }],
    ['src/tools/my agent.py:25:3', { path: 'src/tools/my agent.py', line: 25, column: 3 }],
    ['./agent.py:1', { path: 'agent.py', line: 1 }],
    [' agent.py:25 ', { path: 'agent.py', line: 25 }],
    ['a:7', { path: 'a', line: 7 }],
    ['agent.py:7:0', { path: 'agent.py', line: 7 }],
  ])('%j is a place in a file', (where, place) => {
    expect(parseWhere(where)).toEqual(place);
  });

  it.each([
    'agent.py',
    'agent.py:',
    'agent.py:x',
    'agent.py:0',
    ':25',
    '/etc/passwd:1',
    'http://localhost:3000',
    'C:\\a.py:3',
    '',
  ])('%j is none', (where) => {
    expect(parseWhere(where)).toBeUndefined();
  });
});
