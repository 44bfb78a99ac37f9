// Your own tests of answer.mjs: node --test answer.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Answer } from './answer.mjs';

function answerOf(...events) {
  const answer = new Answer();
  for (const [type, data] of events) {
    answer.add({ type, data: JSON.stringify(data) });
  }
  return answer;
}

test('Answer: the text grows, and add() returns what is new', () => {
  const answer = new Answer();
  assert.equal(answer.add({ type: 'text', data: '{"text": "Hel"}' }), 'Hel');
  assert.equal(answer.add({ type: 'text', data: '{"text": "lo"}' }), 'lo');
  assert.equal(answer.text, 'Hello');
});

test('Answer: types it does not know are ignored', () => {
  const answer = new Answer();
  assert.equal(answer.add({ type: 'ping', data: 'no JSON' }), '');
  assert.equal(answer.text, '');
  assert.deepEqual(answer.calls(), []);
});

test('Answer: a call is put together from its parts', () => {
  const answer = answerOf(
    ['call', { index: 0, id: 'call-1', name: 'weather' }],
    ['arguments', { index: 0, part: '{"ci' }],
    ['arguments', { index: 0, part: 'ty": "Oslo"}' }],
  );
  assert.deepEqual(answer.calls(), [
    { id: 'call-1', name: 'weather', arguments: { city: 'Oslo' } },
  ]);
});

test('Answer: the parts of two calls come in turns', () => {
  const answer = answerOf(
    ['call', { index: 0, id: 'a', name: 'add' }],
    ['call', { index: 1, id: 'b', name: 'now' }],
    ['arguments', { index: 0, part: '{"x"' }],
    ['arguments', { index: 1, part: '{}' }],
    ['arguments', { index: 0, part: ': 1}' }],
  );
  assert.deepEqual(answer.calls(), [
    { id: 'a', name: 'add', arguments: { x: 1 } },
    { id: 'b', name: 'now', arguments: {} },
  ]);
});

test('Answer: a call without arguments has none', () => {
  const answer = answerOf(['call', { index: 0, id: 'a', name: 'now' }]);
  assert.deepEqual(answer.calls(), [{ id: 'a', name: 'now', arguments: {} }]);
});

test('Answer: arguments nobody can read are a problem of their call', () => {
  const [call] = answerOf(
    ['call', { index: 0, id: 'a', name: 'weather' }],
    ['arguments', { index: 0, part: '{"city": "Os' }],
  ).calls();
  assert.match(call.problem, /weather/);
  assert.equal(call.arguments, undefined);
});
