import { fc, fuzz } from '@agent-factory/fuzzing';
import { expect, test } from 'vitest';
import { PrintedText } from '../../src/recordings/cast/printed-text.js';

/** The text of these pieces. */
function textOf(pieces: readonly Buffer[]): string {
  const printed = new PrintedText();
  return pieces.map((piece) => printed.add(piece)).join('') + printed.end();
}

const cutAt = (bytes: Buffer, at: number) => [bytes.subarray(0, at), bytes.subarray(at)];

test('no character is cut, wherever its bytes are', () => {
  const bytes = Buffer.from('é 你 😀 \x1b[1m x');
  for (let at = 0; at <= bytes.length; at += 1) expect(textOf(cutAt(bytes, at))).toBe('é 你 😀 \x1b[1m x');
  expect(textOf([...bytes].map((byte) => Buffer.from([byte])))).toBe('é 你 😀 \x1b[1m x');
});

test('bytes that are none of UTF-8 become what tmux shows for them', () => {
  expect(textOf([Buffer.from([0x61, 0xff, 0x62, 0xe4])])).toBe('a\ufffdb\ufffd');
});

test('the name of a window, which only tmux knows, is left out wherever it is cut; all else stays', () => {
  const bytes = Buffer.from('a\x1bkvim é\x1b\\b\x1b]0;title\x07\x1b\\c\x1b');
  for (let at = 0; at <= bytes.length; at += 1) {
    expect(textOf(cutAt(bytes, at))).toBe('ab\x1b]0;title\x07\x1b\\c\x1b');
  }
});

test('what begins like the name of a window and is none is not kept for ever', () => {
  const printed = new PrintedText();
  expect(printed.add(Buffer.from('\x1bk'))).toBe('');
  expect(printed.add(Buffer.alloc(600, 'x'))).toBe(`\x1bk${'x'.repeat(600)}`);
});

test('half a character of what was seen elsewhere is made whole', () => {
  const printed = new PrintedText();
  const bytes = Buffer.from('seen 😀');
  printed.skip(bytes.subarray(0, -1));
  expect(printed.add(bytes.subarray(-1))).toBe('😀');
});

fuzz({
  parser: 'printed text',
  says: 'however bytes are cut, their text is the same',
  input: fc.tuple(fc.uint8Array({ maxLength: 60 }), fc.array(fc.nat(60), { maxLength: 6 })),
  holds: ([bytes, cuts]) => {
    const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
    const pieces = places.slice(1).map((end, index) => Buffer.from(bytes.subarray(places[index], end)));
    expect(textOf(pieces)).toBe(textOf([Buffer.from(bytes)]));
  },
});
