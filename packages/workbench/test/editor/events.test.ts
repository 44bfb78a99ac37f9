// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { editorHarness } from '../support/editor-harness.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('what an editor tells', () => {
  it('the cursor at once, with all selections', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'one\ntwo');
    harness.editor.reveal('a.txt', { line: 1, endLine: 2 }, { select: true });
    const range = { start: { line: 1, column: 1 }, end: { line: 2, column: 4 } };
    expect(harness.cursors).toEqual([
      { path: 'a.txt', position: { line: 1, column: 1 }, selections: [{ start: range.start, end: range.start }] },
      { path: 'a.txt', position: { line: 1, column: 1 }, selections: [range] },
    ]);
    expect(harness.editor.selectionsOf('a.txt')).toEqual([range]);
  });

  it('a selection when it has settled, once, and when it is gone', () => {
    using harness = editorHarness();
    const { editor, selections } = harness;
    editor.show('a.txt', 'one\r\ntwo\r\nthree');
    editor.reveal('a.txt', { line: 2 }, { select: true });
    vi.runAllTimers();
    expect(selections).toEqual([]);
    editor.reveal('a.txt', { line: 1, endLine: 1 }, { select: true });
    vi.advanceTimersByTime(100);
    editor.reveal('a.txt', { line: 1, endLine: 2 }, { select: true });
    vi.runAllTimers();
    expect(selections).toEqual([
      { path: 'a.txt', range: { start: { line: 1, column: 1 }, end: { line: 2, column: 4 } }, textLength: 8 },
    ]);
    editor.reveal('a.txt', { line: 3 }, { select: true });
    vi.runAllTimers();
    expect(selections.at(-1)?.textLength).toBe(0);
    editor.reveal('a.txt', { line: 2 }, { select: true });
    vi.runAllTimers();
    expect(selections).toHaveLength(2);
  });

  it('nothing of a selection that another file or the end has overtaken', () => {
    const harness = editorHarness();
    const { editor, selections } = harness;
    editor.show('a.txt', 'one');
    editor.reveal('a.txt', { line: 1, endLine: 1 }, { select: true });
    editor.show('b.txt', 'two');
    vi.runAllTimers();
    editor.reveal('b.txt', { line: 1, endLine: 1 }, { select: true });
    harness.view().scrollDOM.dispatchEvent(new Event('scroll'));
    const waiting = vi.getTimerCount();
    harness[Symbol.dispose]();
    expect(vi.getTimerCount()).toBeLessThanOrEqual(waiting - 2);
    vi.runAllTimers();
    expect(selections).toEqual([]);
  });

  it('that the student wants to save, and which file', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'one');
    expect(harness.press('s', { ctrlKey: true })).toBe(true);
    expect(harness.saved).toEqual(['a.txt']);
  });

  it('which lines are in view when scrolling has settled', () => {
    const onScroll = vi.fn();
    using harness = editorHarness({ onScroll });
    harness.editor.show('a.txt', 'one\ntwo');
    harness.view().scrollDOM.dispatchEvent(new Event('scroll'));
    harness.view().scrollDOM.dispatchEvent(new Event('scroll'));
    vi.runAllTimers();
    expect(onScroll).toHaveBeenCalledTimes(1);
    expect(onScroll.mock.calls[0]?.[0]).toMatchObject({ path: 'a.txt', firstLine: expect.any(Number) });
  });

  it('nothing of a file’s own opening', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'one');
    expect(harness.changes).toEqual([]);
  });
});

describe('showing a place', () => {
  it('moves the cursor only if asked to', () => {
    using harness = editorHarness();
    const { editor } = harness;
    editor.show('a.txt', 'one\ntwo\nthree');
    editor.show('b.txt', 'other');
    expect(editor.reveal('a.txt', { line: 2 })).toBe(true);
    expect(editor.shown).toBe('a.txt');
    expect(editor.cursorOf('a.txt')).toEqual({ line: 1, column: 1 });
    editor.reveal('a.txt', { line: 99, column: 99 }, { focus: true });
    expect(editor.cursorOf('a.txt')).toEqual({ line: 3, column: 6 });
    expect(document.activeElement).toBe(harness.view().contentDOM);
  });

  it('opens the search in the file', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'one');
    harness.editor.openSearch();
    expect(harness.parent.querySelector('.cm-search')).not.toBeNull();
  });
});
