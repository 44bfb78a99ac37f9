import { describe, expect, it } from 'vitest';
import { cutBytes, encodeInput, MAX_INPUT_BYTES } from '../../src/terminal/input/input.js';

const strict = new TextDecoder('utf-8', { fatal: true });

describe('typed text on its way to the daemon', () => {
  it.each([4, 5, 6, 7])('is cut into pieces of at most %i bytes, none inside a character', (most) => {
    const text = 'a👩‍🚀é漢b👋'.repeat(5);
    const pieces = encodeInput(text, most);
    expect(pieces.every((piece) => piece.length > 0 && piece.length <= most)).toBe(true);
    expect(pieces.map((piece) => strict.decode(piece)).join('')).toBe(text);
  });

  it('cuts a large paste at an emoji that lies across the border', () => {
    const text = `${'x'.repeat(MAX_INPUT_BYTES - 2)}👋${'y'.repeat(10)}`;
    const pieces = encodeInput(text);
    expect(pieces.map((piece) => piece.length)).toEqual([MAX_INPUT_BYTES - 2, 14]);
    expect(pieces.map((piece) => strict.decode(piece)).join('')).toBe(text);
  });

  it('passes bytes that are no UTF-8 through whole', () => {
    const bytes = new Uint8Array(20).fill(0x80);
    expect(Buffer.concat(cutBytes(bytes, 8))).toEqual(Buffer.from(bytes));
  });

  it('sends nothing for nothing', () => {
    expect(encodeInput('')).toEqual([]);
  });
});
