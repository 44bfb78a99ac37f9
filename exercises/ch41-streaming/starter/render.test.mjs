// Your own tests of render.mjs: node --test render.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOLD, NOT_BOLD, Renderer } from './render.mjs';

/** What is printed for each piece, and at the end. */
function printed(...pieces) {
  const renderer = new Renderer();
  return [...pieces.map((piece) => renderer.push(piece)), renderer.end()];
}

test('Renderer: plain text is printed at once', () => {
  assert.deepEqual(printed('Good ', 'morning'), ['Good ', 'morning', '']);
});

test('Renderer: two stars switch bold on and off', () => {
  assert.deepEqual(printed('a **b** c'), [`a ${BOLD}b${NOT_BOLD} c`, '']);
});

test('Renderer: two stars in two pieces', () => {
  const expected = ['a ', `${BOLD}b`, `${NOT_BOLD} c`, ''];
  assert.deepEqual(printed('a *', '*b', '** c'), expected);
});

test('Renderer: a single star', () => {
  assert.deepEqual(printed('2 *', ' 3 *'), ['2 ', '* 3 ', '*']);
});

test('Renderer: bold ends where the text ends', () => {
  assert.deepEqual(printed('**b'), [`${BOLD}b`, NOT_BOLD]);
});

test('Renderer: a text does not control the terminal', () => {
  assert.deepEqual(printed('a\x1b[2Jb\x07\r\n\tc'), ['a[2Jb\n\tc', '']);
});
