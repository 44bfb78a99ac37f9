import { describe, expect, test } from 'vitest';
import {
  CLIENT_MESSAGE_TYPES,
  type ClientMessageType,
  decodeClientMessage,
  decodeServerMessage,
  encodeClientMessage,
  encodeServerMessage,
  MAX_MESSAGE_BYTES,
  SERVER_MESSAGE_TYPES,
  type ServerMessageType,
} from '../../src/coach/index.js';
import { CLIENT_EXAMPLES, SERVER_EXAMPLES } from './examples.js';

const envelope = (type: string, payload: unknown) => JSON.stringify({ type, payload, id: '7', timestamp: 1 });

test('[coaching-backend FR-050] 23 messages go from page to daemon, and 38 back', () => {
  expect(CLIENT_MESSAGE_TYPES).toEqual(Object.keys(CLIENT_EXAMPLES));
  expect([...SERVER_MESSAGE_TYPES].sort()).toEqual(Object.keys(SERVER_EXAMPLES).sort());
  expect([CLIENT_MESSAGE_TYPES.length, SERVER_MESSAGE_TYPES.length]).toEqual([23, 38]);
});

describe.each(Object.entries(CLIENT_EXAMPLES))('%s', (type, { right, wrong: [wrong, place] }) => {
  test('[coaching-backend FR-049] travels as JSON with its type and its payload', () => {
    const text = encodeClientMessage(type as ClientMessageType, right as never, { id: '7', timestamp: 1 });
    expect(JSON.parse(text)).toEqual({ type, payload: right, id: '7', timestamp: 1 });
    expect(decodeClientMessage(text)).toEqual({
      kind: 'message',
      message: { type, payload: right, id: '7', timestamp: 1 },
    });
  });

  test('[coaching-backend EC-23] with a wrong payload, the place is named, and the id can be repeated', () => {
    const decoded = decodeClientMessage(envelope(type, wrong));
    expect(decoded).toMatchObject({ kind: 'invalid', type, id: '7' });
    expect(decoded.kind === 'invalid' && decoded.issues.join('\n')).toContain(place);
  });
});

describe.each(Object.entries(SERVER_EXAMPLES))('%s', (type, { right, wrong: [wrong, place] }) => {
  test('[coaching-backend FR-049] travels as JSON with its type and its payload', () => {
    const text = encodeServerMessage(type as ServerMessageType, right as never, { timestamp: 1 });
    expect(JSON.parse(text)).toEqual({ type, payload: right, timestamp: 1 });
    expect(decodeServerMessage(text)).toEqual({ kind: 'message', message: { type, payload: right, timestamp: 1 } });
  });

  test('with a wrong payload, the place is named', () => {
    const decoded = decodeServerMessage(envelope(type, wrong));
    expect(decoded.kind === 'invalid' && decoded.issues.join('\n')).toContain(place);
  });
});

test.each([
  ['file:open', 'a type of the other side', decodeServerMessage],
  ['fs:tree', 'a type of the other side', decodeClientMessage],
  ['constructor', 'what every object has', decodeClientMessage],
  ['__proto__', 'what every object has', decodeClientMessage],
] as const)('[coaching-backend FR-060] %s is unknown: %s', (type, _why, decode) => {
  expect(decode(envelope(type, {}))).toEqual({ kind: 'unknown', type, id: '7' });
});

test.each([
  ['', 'nothing'],
  ['{', 'half of it'],
  ['[]', 'a list'],
  ['null', 'null'],
  ['{"type":5,"payload":{},"timestamp":1}', 'a type that is a number'],
  ['{"type":"","payload":{},"timestamp":1}', 'no type'],
  ['{"type":"file:open","payload":{"path":"a"}}', 'no time'],
  ['['.repeat(5000), 'deep nesting'],
])('[coaching-backend FR-061] %# text that is no message is told, not thrown: %s', (text) => {
  expect(decodeClientMessage(text)).toMatchObject({ kind: 'invalid', issues: [expect.any(String)] });
});

test('a text that is longer than any message is not parsed', () => {
  const text = envelope('terminal:input', { input: 'x'.repeat(MAX_MESSAGE_BYTES) });
  expect(decodeClientMessage(text)).toMatchObject({ kind: 'invalid', issues: [expect.stringContaining('characters')] });
});

test.each([
  [{ content: 'x', changes: [], length: 0 }, 'either content or changes'],
  [{}, 'either content or changes'],
  [{ changes: [] }, 'length with changes'],
  [{ content: 'x', length: 1 }, 'length with changes'],
  [{ changes: Array(10_001).fill({ from: 0, to: 0, insert: '' }), length: 0 }, '10000'],
])('an update of a buffer is whole or in pieces: %#', (part, issue) => {
  const update = { path: 'a', cursorPosition: { line: 1, column: 1 }, ...part };
  const decoded = decodeClientMessage(envelope('buffer:update', update));
  expect(decoded.kind === 'invalid' && decoded.issues.join('\n')).toContain(issue);
});
