// Your own tests of stdio.mjs: node --test stdio.test.mjs
import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { serve } from './stdio.mjs';

let finishSlow;
const METHODS = new Map([
  ['echo', ({ text }) => ({ text })],
  ['slow', () => new Promise((resolve) => {
    finishSlow = () => resolve({ slow: true });
  })],
  ['hurry', () => {
    finishSlow();
    return {};
  }],
]);

/** What is written for these chunks, one entry a line. */
async function served(...chunks) {
  const output = new PassThrough();
  const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  await serve(input, output, METHODS);
  const lines = String(output.read() ?? '').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

const echo = (id, text) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'echo', params: { text } });
const echoed = (id, text) => ({ jsonrpc: '2.0', id, result: { text } });

test('serve: one line in, one line out', async () => {
  assert.deepEqual(await served(`${echo(1, 'a\nb')}\n`), [echoed(1, 'a\nb')]);
});

test('serve: several lines in one chunk, the last without an end', async () => {
  const responses = await served(`${echo(1, 'a')}\r\n\n${echo(2, 'b')}`);
  assert.deepEqual(responses, [echoed(1, 'a'), echoed(2, 'b')]);
});

test('serve: a message in many chunks', async () => {
  const bytes = Buffer.from(`${echo(1, 'tea ☕')}\n`);
  const responses = await served(...Array.from(bytes, (byte) => [byte]));
  assert.deepEqual(responses, [echoed(1, 'tea ☕')]);
});

test('serve: characters that look like line ends', async () => {
  const separated = await served(`${echo(1, 'a\u2028b')}\n`);
  assert.deepEqual(separated, [echoed(1, 'a\u2028b')]);
  const returned = await served(`${echo(1, 'a').replace('{', '{\r')}\n`);
  assert.deepEqual(returned, [echoed(1, 'a')]);
});

test('serve: a line that is not JSON', async () => {
  const [first, second] = await served(`{"jsonrpc": \n${echo(2, 'b')}\n`);
  assert.deepEqual([first.id, first.error.code], [null, -32700]);
  assert.deepEqual(second, echoed(2, 'b'));
});

test('serve: a slow answer holds up nobody', { timeout: 2000 }, async () => {
  const lines = ['slow', 'hurry'].map((method, id) =>
    JSON.stringify({ jsonrpc: '2.0', id, method }),
  );
  const responses = await served(`${lines.join('\n')}\n`);
  assert.deepEqual(responses.map(({ id }) => id).sort(), [0, 1]);
});
