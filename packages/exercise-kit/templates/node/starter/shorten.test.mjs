// Your own tests: node --test
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shorten } from './shorten.mjs';

test('a text that fits stays', () => {
  assert.equal(shorten('good morning', 20), 'good morning');
});

test('a text that just fits stays', () => {
  assert.equal(shorten('good', 4), 'good');
});

test('the result is short enough', () => {
  assert.ok(shorten('one two three four', 10).length <= 10);
});

test('words stay whole', () => {
  assert.equal(shorten('good morning to everybody', 16), 'good morning to…');
});
