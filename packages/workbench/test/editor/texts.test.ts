// @vitest-environment happy-dom
import { undo } from '@codemirror/commands';
import { describe, expect, it, vi } from 'vitest';
import { applied } from '../support/apply-changes.js';
import { editorHarness } from '../support/editor-harness.js';

/** Milliseconds on a machine that has other work, too; comparing equal lines without a limit takes seconds. */
const NOTICED_MS = 2000;

describe('the text of a file', () => {
  it.each([
    ['of Unix', 'a\nb\n'],
    ['of Windows', 'a\r\nb\r\n'],
    ['of an old Mac', 'a\rb\r'],
    ['with mixed line breaks', 'a\r\nb\nc\rd\r\n'],
    ['without a line break', 'abc'],
    ['that is empty', ''],
  ])('%s comes back as it was', (_name, text) => {
    using harness = editorHarness();
    harness.editor.show('a.txt', text);
    expect(harness.editor.textOf('a.txt')).toBe(text);
    expect(harness.editor.isDirty('a.txt')).toBe(false);
    harness.editor.replaceText('a.txt', `${text}!`);
    expect(harness.editor.textOf('a.txt')).toBe(`${text}!`);
  });

  it('is cut into lines wherever a line ends, also where line breaks are mixed', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'a\r\nb\nc');
    harness.editor.reveal('a.txt', { line: 3 }, { select: true });
    harness.type('x');
    expect(harness.editor.cursorOf('a.txt')).toEqual({ line: 3, column: 2 });
    expect(harness.editor.textOf('a.txt')).toBe('a\r\nb\nxc');
  });

  it('gets the line breaks of its file when the student types or pastes some', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'one\r\ntwo');
    harness.type('x\ny');
    expect(harness.editor.textOf('a.txt')).toBe('x\r\nyone\r\ntwo');
    expect(harness.changes[0]?.changes).toEqual([{ from: 0, to: 0, insert: 'x\r\ny' }]);
  });

  it('tells each change by offsets into the text before, with Windows line breaks, too', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'one\r\ntwo\r\nthree');
    harness.editor.reveal('a.txt', { line: 3, column: 3 }, { select: true });
    harness.type('-');
    expect(harness.changes).toMatchObject([
      { path: 'a.txt', origin: 'student', changes: [{ from: 12, to: 12, insert: '-' }] },
    ]);
    expect(harness.changes[0]?.text()).toBe('one\r\ntwo\r\nth-ree');
  });

  it('is put together only when it is asked for, and then as it was at that change', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', '');
    harness.type('a');
    harness.type('b');
    expect(harness.changes.map((change) => change.text())).toEqual(['a', 'ab']);
  });

  it('is never copied as a whole by typing in it, however large it is', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'a line of thirty letters or so\n'.repeat(300_000));
    const copied = vi.spyOn(Object.getPrototypeOf(harness.view().state.doc), 'sliceString');
    harness.type('x');
    expect(harness.editor.isDirty('a.txt')).toBe(true);
    harness.press('s', { ctrlKey: true });
    const longest = () => Math.max(0, ...copied.mock.results.map(({ value }) => value.length));
    expect(longest()).toBeLessThan(10_000);
    harness.changes[0]?.text();
    expect(longest()).toBeGreaterThan(9_000_000);
    copied.mockRestore();
  });
});

describe('a text replaced from the disk', () => {
  const before = Array.from({ length: 2000 }, (_, index) => `line ${index + 1}`).join('\n');

  it('keeps cursor and marks with their lines, by changes no larger than what differs', () => {
    using harness = editorHarness();
    const { editor, changes } = harness;
    editor.show('a.txt', before);
    editor.reveal('a.txt', { line: 20, column: 3 }, { select: true });
    editor.setMarks('a.txt', [{ id: 'm', from: 20, to: 20, style: 'hint' }]);
    const after = `new\n${before.replace('line 5\n', '').replace('line 1900', 'line nineteen hundred')}\nend`;
    editor.replaceText('a.txt', after);
    expect(editor.textOf('a.txt')).toBe(after);
    expect(editor.cursorOf('a.txt')).toEqual({ line: 20, column: 3 });
    expect(changes).toHaveLength(1);
    expect(changes[0]?.origin).toBe('disk');
    expect(applied(before, changes[0]?.changes ?? [])).toBe(after);
    const touched = (changes[0]?.changes ?? []).map(({ from, to, insert }) => to - from + insert.length);
    expect(touched).toHaveLength(4);
    expect(Math.max(...touched)).toBeLessThan(25);
  });

  it('is told as the student’s if it is theirs', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'saved');
    harness.editor.replaceText('a.txt', 'unsaved', 'student');
    expect(harness.changes.map(({ origin }) => origin)).toEqual(['student']);
    expect(harness.editor.isDirty('a.txt')).toBe(true);
  });

  it('says nothing if it is the same', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'a\r\nb');
    harness.editor.replaceText('a.txt', 'a\r\nb');
    expect(harness.changes).toEqual([]);
  });

  it('can be undone without what was typed before and after it, line breaks included', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'one\r\ntwo');
    harness.type('x');
    harness.editor.replaceText('a.txt', 'one\ntwo\nthree');
    harness.type('y');
    expect(harness.editor.textOf('a.txt')).toBe('yone\ntwo\nthree');
    undo(harness.view());
    expect(harness.editor.textOf('a.txt')).toBe('one\ntwo\nthree');
    undo(harness.view());
    expect(harness.editor.textOf('a.txt')).toBe('xone\r\ntwo');
    expect(harness.changes.at(-1)?.origin).toBe('student');
    expect(harness.changes.at(-1)?.changes).toEqual([{ from: 0, to: 13, insert: 'xone\r\ntwo' }]);
  });

  it('reaches a file that is not shown, and tells of it', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'one');
    harness.editor.show('b.txt', 'two');
    harness.editor.replaceText('a.txt', 'one!');
    expect(harness.changes).toMatchObject([
      { path: 'a.txt', changes: [{ from: 3, to: 3, insert: '!' }], origin: 'disk' },
    ]);
    harness.editor.switchTo('a.txt');
    expect(harness.view().state.doc.toString()).toBe('one!');
  });

  it.each([
    ['ever the same line', () => 'same'],
    ['ever another line', (index: number) => `${index}`],
  ])('takes no time that anybody notices, even with 200,000 lines, %s', (_name, line) => {
    using harness = editorHarness();
    const lines = Array.from({ length: 200_000 }, (_, index) => line(index));
    harness.editor.show('a.txt', lines.toSpliced(100_000, 0, 'middle').join('\n'));
    const after = lines.toSpliced(10, 0, 'new').join('\n');
    const startedAt = performance.now();
    harness.editor.replaceText('a.txt', after);
    expect(performance.now() - startedAt).toBeLessThan(NOTICED_MS);
    expect(harness.editor.textOf('a.txt')).toBe(after);
  });
});

describe('a saved text', () => {
  it('is what dirt is measured by, also when the student typed on or undid', () => {
    using harness = editorHarness();
    const { editor, type, view } = harness;
    editor.show('a.txt', 'one');
    expect(editor.isDirty('a.txt')).toBe(false);
    type('x');
    expect(editor.isDirty('a.txt')).toBe(true);
    editor.markSaved('a.txt', 'xone');
    expect(editor.isDirty('a.txt')).toBe(false);
    type('y');
    editor.markSaved('a.txt', 'xone');
    expect(editor.isDirty('a.txt')).toBe(true);
    undo(view());
    expect(editor.textOf('a.txt')).toBe('one');
    expect(editor.isDirty('a.txt')).toBe(true);
  });

  it('differs from one with other line breaks', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'a\nb');
    harness.editor.markSaved('a.txt', 'a\r\nb');
    expect(harness.editor.isDirty('a.txt')).toBe(true);
  });
});
