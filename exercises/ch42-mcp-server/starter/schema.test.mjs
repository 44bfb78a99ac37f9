// Your own tests of schema.mjs: node --test schema.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsWith } from './schema.mjs';

const SCHEMA = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    stars: { type: 'integer' },
    tags: { type: 'array' },
  },
  required: ['title'],
  additionalProperties: false,
};

/** The problems name these arguments, in any order. */
function problems(values, ...names) {
  const found = problemsWith(values, SCHEMA);
  const all = found.join('; ');
  assert.equal(found.length, names.length, all);
  for (const name of names) {
    const isNamed = found.some((problem) => problem.includes(name));
    assert.ok(isNamed, `${name} in ${all}`);
  }
}

test('problemsWith: none', () => {
  problems({ title: 'Tea', stars: 5, tags: ['green'] });
  problems({ title: '' });
  assert.deepEqual(problemsWith({ anything: 1 }, { type: 'object' }), []);
});

test('problemsWith: something is missing', () => {
  problems({ stars: 5 }, 'title');
});

test('problemsWith: another type', () => {
  problems({ title: 7 }, 'title');
  problems({ title: 'Tea', stars: 4.5 }, 'stars');
  problems({ title: 'Tea', tags: {} }, 'tags');
});

test('problemsWith: nobody knows it', () => {
  problems({ title: 'Tea', colour: 'green' }, 'colour');
  problems({ title: 'Tea', toString: 'green' }, 'toString');
});

test('problemsWith: all of them', () => {
  problems({ stars: 'five', colour: 'green' }, 'title', 'stars', 'colour');
});
