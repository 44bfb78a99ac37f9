// Your own tests of sse.mjs: node --test sse.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, EventParser } from './sse.mjs';

async function decoded(...chunks) {
  const bytes = chunks.map((chunk) => Uint8Array.from(chunk));
  let text = '';
  for await (const piece of decode(bytes)) text += piece;
  return text;
}

test('decode: plain letters', async () => {
  assert.equal(await decoded([0x68, 0x65], [0x6c, 0x6c, 0x6f]), 'hello');
});

test('decode: a character whose bytes come in two chunks', async () => {
  assert.equal(await decoded([0x42, 0xc3], [0xb6]), 'Bö');
});

test('EventParser: one event', () => {
  assert.deepEqual(new EventParser().push('event: text\ndata: hello\n\n'), [
    { type: 'text', data: 'hello' },
  ]);
});

test('EventParser: two events, the second of which has no type', () => {
  assert.deepEqual(new EventParser().push('event: a\ndata: 1\n\ndata: 2\n\n'), [
    { type: 'a', data: '1' },
    { type: 'message', data: '2' },
  ]);
});

test('EventParser: several data lines', () => {
  assert.deepEqual(new EventParser().push('data: one\ndata: two\n\n'), [
    { type: 'message', data: 'one\ntwo' },
  ]);
});

test('EventParser: spaces, and a second ":"', () => {
  assert.deepEqual(new EventParser().push('data:a: b\ndata:  c\n\n'), [
    { type: 'message', data: 'a: b\n c' },
  ]);
});

test('EventParser: comments, unknown names and empty lines say nothing', () => {
  const text = ': tick\n\nretry: 5\n\nevent: ping\n\ndata: x\n\n';
  assert.deepEqual(new EventParser().push(text), [
    { type: 'message', data: 'x' },
  ]);
});

test('EventParser: an event in two pieces', () => {
  const parser = new EventParser();
  assert.deepEqual(parser.push('event: te'), []);
  assert.deepEqual(parser.push('xt\ndata: hello\n'), []);
  assert.deepEqual(parser.push('\n'), [{ type: 'text', data: 'hello' }]);
});

test('EventParser: line ends of two characters, cut in the middle', () => {
  const parser = new EventParser();
  const pieces = ['event: text\r', '\ndata: hello\r\n\r', '\n'];
  assert.deepEqual(
    pieces.flatMap((piece) => parser.push(piece)),
    [{ type: 'text', data: 'hello' }],
  );
});
