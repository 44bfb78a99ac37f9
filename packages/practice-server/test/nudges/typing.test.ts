import { describe, expect, test } from 'vitest';
import { Typing } from '../../src/sessions/delivery/typing.js';

function typed(...pieces: string[]) {
  const typing = new Typing(() => 0);
  const counted = pieces.map((piece) => typing.note('one', Buffer.from(piece)));
  return { counted, isDrafting: typing.isDrafting('one') };
}

describe('what is typed into a terminal', () => {
  test.each([
    ['focus gained and lost', '\x1b[I\x1b[O'],
    ['what the terminal is', '\x1b[?62;4c\x1b[>0;276;0c'],
    ['where the cursor is', '\x1b[12;40R'],
    ['which colours it has', '\x1b]11;rgb:1111/2222/3333\x1b\\\x1b]10;rgb:ff/ff/ff\x07'],
    ['whether a mode is set', '\x1b[?2026;2$y'],
    ['its name and version', '\x1bP>|xterm.js(6.0.0)\x1b\\'],
  ])('is nothing where the terminal reports %s by itself', (_, report) => {
    expect(typed(report)).toEqual({ counted: [false], isDrafting: false });
  });

  test.each([
    ['a letter', 'a', true],
    ['a letter beyond ASCII', 'é', true],
    ['text and Enter', 'hello\r', false],
    ['text and Ctrl+C', 'hello\x03', false],
    ['text and Ctrl+U', 'hello\x15', false],
    ['a letter that is deleted again', 'a\x7f', false],
    ['more letters than are deleted', 'abc\x7f\x7f', true],
    ['arrows and the mouse', '\x1b[A\x1bOB\x1b[1;5C\x1b[<0;10;5M', false],
    ['a key with modifiers', '\x1b[27;2;13~\x1b[97;5u', false],
    ['lines that are pasted', 'one\ntwo\n', true],
  ])('counts: %s', (_, keys, isDrafting) => {
    expect(typed(keys)).toEqual({ counted: [true], isDrafting });
  });

  test('is a draft until it is sent, however it is cut', () => {
    expect(typed('he', 'llo', '\x1b[I').isDrafting).toBe(true);
    expect(typed('he', 'llo', '\r').isDrafting).toBe(false);
  });
});
