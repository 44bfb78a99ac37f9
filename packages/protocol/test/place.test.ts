import { expect, test } from 'vitest';
import { placeIn } from '../src/index.js';

test.each([
  ['agent.py:12', { path: 'agent.py', line: 12 }],
  [' ./src/a b.ts:3:7 ', { path: 'src/a b.ts', line: 3, column: 7 }],
  ['agent.py:12:0', { path: 'agent.py', line: 12 }],
])('%s is a place', (where, place) => {
  expect(placeIn(where)).toEqual(place);
});

test.each([
  '',
  'agent.py',
  'agent.py:',
  'agent.py:0',
  '/etc/passwd:1',
  ':3',
  'http://x:80/',
  'a.py:123456789',
  'npm test: 3 failed',
])('%j is none', (where) => {
  expect(placeIn(where)).toBeUndefined();
});
