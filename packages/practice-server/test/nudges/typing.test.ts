import { describe, expect, test } from 'vitest';
import { Typing } from '../../src/sessions/delivery/typing.js';

function typed(...pieces: string[]) {
  const typing = new Typing(() => 0);
  typing.begin('one');
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
    ['text and Ctrl+U, which may leave another line', 'hello\x15', true],
    ['a letter beyond ASCII that is deleted again', 'é🎉\x7f\x7f', false],
    ['a line end by Alt+Enter', 'one\x1b\r', true],
    ['a line end behind a backslash', 'one\\\r', true],
    ['a line that is recalled', '\x1b[A', true],
    ['a suggestion that is accepted', '\t', true],
    ['an editor that is opened on the prompt', '\x07', true],
    ['a line that was recalled and sent', '\x1b[A\r', false],
    ['Enter and Backspace of a terminal with more keys', 'ab\x1b[127u\x1b[13u', false],
    ['Escape', '\x1b', false],
    ['a letter that is deleted again', 'a\x7f', false],
    ['a letter after more was deleted than there was', 'a\x7f\x7f\x7fb', true],
    ['more letters than are deleted', 'abc\x7f\x7f', true],
    ['arrows within the line and the mouse', '\x1b[C\x1bOD\x1b[1;5C\x1b[<0;10;5M', false],
    ['a key with modifiers, such as Shift+Enter', '\x1b[27;2;13~', true],
    ['lines that are pasted', 'one\ntwo\n', true],
  ])('counts: %s', (_, keys, isDrafting) => {
    expect(typed(keys)).toEqual({ counted: [true], isDrafting });
  });

  test('by each key alone what it counts among others', () => {
    /** How many deletions leave nothing of it in the prompt, up to nine; nine also where nobody knows. */
    const left = (keys: Buffer) => {
      const typing = new Typing(() => 0);
      typing.begin('one');
      typing.note('one', Buffer.from('ab'));
      const before = typing.countOf('one');
      typing.note('one', keys);
      let deletions = 0;
      for (; deletions < 9 && typing.isDrafting('one'); deletions += 1) typing.note('one', Buffer.from('\x7f'));
      return { counts: typing.countOf('one') > before + deletions, deletions };
    };
    const report = Buffer.from('\x1b[I');
    for (let code = 0; code < 256; code += 1) {
      const key = Buffer.from([code]);
      expect({ code, ...left(key) }).toEqual({ code, ...left(Buffer.concat([report, key])) });
    }
    expect(left(Buffer.from('c'))).toEqual({ counts: true, deletions: 3 });
    expect(left(Buffer.from('\x7f'))).toEqual({ counts: true, deletions: 1 });
    expect(left(Buffer.from('\x03'))).toEqual({ counts: true, deletions: 0 });
    expect(left(Buffer.from('\t'))).toEqual({ counts: true, deletions: 9 });
  });

  test('before a session that we have seen begin is not known, and counts as a draft until Enter', () => {
    const typing = new Typing(() => 0);
    expect(typing.isDrafting('one')).toBe(true);
    typing.note('one', Buffer.from('\r'));
    expect(typing.isDrafting('one')).toBe(false);
  });

  test.each<[string, (typing: Typing) => void]>([
    ['by a key', (typing) => typing.note('one', Buffer.from('a'))],
    ['by what is typed elsewhere', (typing) => typing.touch('one')],
    ['by a report of its terminal', (typing) => typing.note('one', Buffer.from('\x1b[I'))],
    ['by a page that comes, and by a check', (typing) => typing.heard('one')],
  ])('breaks the quiet of a terminal: %s', (_, breakQuiet) => {
    let now = 5;
    const typing = new Typing(() => now);
    typing.begin('one');
    expect(typing.quietMs('one')).toBe(Number.POSITIVE_INFINITY);
    breakQuiet(typing);
    now += 7;
    expect(typing.quietMs('one')).toBe(7);
    expect(typing.quietMs('two')).toBe(Number.POSITIVE_INFINITY);
    typing.forget('one');
    expect(typing.quietMs('one')).toBe(Number.POSITIVE_INFINITY);
  });

  test('in megabytes is judged by its end, and takes no time', () => {
    const typing = new Typing();
    typing.begin('one');
    const paste = Buffer.alloc(8 * 1024 * 1024, 'a');
    const began = performance.now();
    for (let time = 0; time < 8; time += 1) typing.note('one', paste);
    expect(performance.now() - began).toBeLessThan(1000);
    expect(typing.isDrafting('one')).toBe(true);
    typing.note('one', Buffer.from(`${'a'.repeat(10_000)}\r`));
    expect(typing.isDrafting('one')).toBe(false);
  });

  test('is a draft until it is sent, however it is cut', () => {
    expect(typed('he', 'llo', '\x1b[I').isDrafting).toBe(true);
    expect(typed('he', 'llo', '\r').isDrafting).toBe(false);
  });
});
