import { expect, test } from 'vitest';
import { decodeClientMessage, decodeServerMessage, MAX_MESSAGE_BYTES } from '../../src/coach/index.js';

test.each([
  ['client', decodeClientMessage],
  ['server', decodeServerMessage],
])('a message of a %s that is longer than any may be is not read, whatever it says', (_, decode) => {
  const message = JSON.stringify({ type: 'later', payload: {}, timestamp: 1 });
  expect(decode(message.padEnd(MAX_MESSAGE_BYTES))).toMatchObject({ kind: 'unknown', type: 'later' });
  expect(decode(message.padEnd(MAX_MESSAGE_BYTES + 1))).toMatchObject({ kind: 'invalid' });
});
