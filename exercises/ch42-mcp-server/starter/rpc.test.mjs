// Your own tests of rpc.mjs: node --test rpc.test.mjs
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { answer, INVALID_PARAMS, RpcError } from './rpc.mjs';

const done = [];
const METHODS = new Map([
  ['add', ({ a, b }) => ({ sum: a + b })],
  ['params', async (params) => ({ params })],
  ['note', ({ word }) => void done.push(word)],
  ['refuse', () => {
    throw new RpcError(INVALID_PARAMS, 'not with these');
  }],
  ['crash', () => {
    throw new Error('the password is 1234');
  }],
]);

/** As it would come over a wire. */
const request = (id, method, params) =>
  JSON.parse(JSON.stringify({ jsonrpc: '2.0', id, method, params }));

async function codeOf(message) {
  const response = await answer(message, METHODS);
  assert.equal(typeof response?.error?.message, 'string');
  return [response.id, response.error.code];
}

test('answers a request with its id and a result', async () => {
  const response = await answer(request(7, 'add', { a: 1, b: 2 }), METHODS);
  assert.deepEqual(response, { jsonrpc: '2.0', id: 7, result: { sum: 3 } });
});

test('answers with the id 0, and with a text as id', async () => {
  for (const id of [0, 'a']) {
    const message = request(id, 'add', { a: 1, b: 2 });
    assert.equal((await answer(message, METHODS)).id, id);
  }
});

test('answers without params and without a result', async () => {
  const bare = { jsonrpc: '2.0', id: 1, method: 'params' };
  assert.deepEqual((await answer(bare, METHODS)).result, { params: {} });
  const note = request(1, 'note', { word: 'tea' });
  assert.deepEqual((await answer(note, METHODS)).result, {});
});

test('answers no notification, and does what it says', async () => {
  done.length = 0;
  const hush = { jsonrpc: '2.0', method: 'note', params: { word: 'hush' } };
  assert.equal(await answer(hush, METHODS), undefined);
  assert.deepEqual(done, ['hush']);
  for (const method of ['nowhere', 'refuse']) {
    assert.equal(await answer({ jsonrpc: '2.0', method }, METHODS), undefined);
  }
});

test('answers no response', async () => {
  const response = { jsonrpc: '2.0', id: 3, result: {} };
  assert.equal(await answer(response, METHODS), undefined);
});

test('reports what is no message', async () => {
  const nullId = { jsonrpc: '2.0', id: null, method: 'add' };
  for (const wrong of [7, null, [], {}, { jsonrpc: '2.0' }, nullId]) {
    const code = await codeOf(wrong);
    assert.deepEqual(code, [null, -32600], JSON.stringify(wrong));
  }
  assert.deepEqual(await codeOf({ id: 4, method: 'add' }), [4, -32600]);
  assert.deepEqual(await codeOf(request(5, 'add', [1, 2])), [5, -32600]);
});

test('reports a method that is not there', async () => {
  assert.deepEqual(await codeOf(request(1, 'nowhere')), [1, -32601]);
});

test('reports what a method says about itself', async () => {
  const { error } = await answer(request(1, 'refuse'), METHODS);
  assert.deepEqual(error, { code: -32602, message: 'not with these' });
});

test('reports a crash, and keeps the reason to itself', async () => {
  const error = mock.method(console, 'error', () => {});
  const response = await answer(request(1, 'crash'), METHODS);
  assert.equal(response.error.code, -32603);
  const told = JSON.stringify(response);
  assert.ok(!told.includes('1234'), 'the reason is not for the other side');
  assert.ok(error.mock.callCount() > 0, 'it goes to console.error');
});
