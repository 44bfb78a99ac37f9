// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { MARK_SIGNS, MARK_STYLES } from '../../src/editor/marks/mark-styles.js';
import type { Mark } from '../../src/editor/types.js';
import { type EditorHarness, editorHarness } from '../support/editor-harness.js';

const TEXT = 'one\ntwo\nthree\nfour\nfive';
const HINT: Mark = { id: 'h', from: 2, to: 3, style: 'hint', hoverText: 'Look <b>here</b>' };
const ERROR: Mark = { id: 'e', from: 3, to: 4, style: 'error' };

/** The texts of the lines with a mark of a style. */
function marked({ parent }: EditorHarness, style: string): string[] {
  return [...parent.querySelectorAll(`.cm-line.wb-mark-${style}`)].map((line) => line.textContent ?? '');
}

function signs({ parent }: EditorHarness): (string | null)[] {
  return [...parent.querySelectorAll('.cm-gutterElement .wb-sign[role="img"]')].map((sign) =>
    sign.getAttribute('aria-label'),
  );
}

describe('marks', () => {
  it('[coaching-backend FR-072] [coaching-backend SC-034] add up, also on the same line', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', TEXT);
    harness.editor.setMarks('a.txt', [HINT]);
    harness.editor.setMarks('a.txt', [HINT, ERROR]);
    expect(marked(harness, 'hint')).toEqual(['two', 'three']);
    expect(marked(harness, 'error')).toEqual(['three', 'four']);
    expect(signs(harness)[1]).toBe('Error, lines 3 to 4\nHint, lines 2 to 3: Look <b>here</b>');
    harness.editor.setMarks('a.txt', [ERROR]);
    expect(marked(harness, 'hint')).toEqual([]);
  });

  it('have a class, a sign of its own and a name in every style', () => {
    expect(new Set(Object.values(MARK_SIGNS).map(({ sign }) => sign)).size).toBe(MARK_STYLES.length);
    for (const style of MARK_STYLES) {
      using harness = editorHarness();
      harness.editor.show('a.txt', TEXT);
      harness.editor.setMarks('a.txt', [{ id: style, from: 1, to: 1, style }]);
      expect(marked(harness, style)).toEqual(['one']);
      const sign = harness.parent.querySelector('.wb-sign[role="img"]');
      expect([sign?.className, sign?.textContent]).toEqual([`wb-sign wb-sign-${style}`, MARK_SIGNS[style].sign]);
      expect(sign?.getAttribute('aria-label')).toBe(`${MARK_SIGNS[style].name}, line 1`);
    }
  });

  it('of a style that this page does not know are shown as notes', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', TEXT);
    harness.editor.setMarks('a.txt', [{ ...ERROR, style: 'sparkling' as Mark['style'] }]);
    expect(marked(harness, 'info')).toEqual(['three', 'four']);
  });

  it('move with their lines and stay where they are when others are added', () => {
    using harness = editorHarness();
    const { editor, type } = harness;
    editor.show('a.txt', TEXT);
    editor.setMarks('a.txt', [HINT]);
    type('zero\n');
    expect(marked(harness, 'hint')).toEqual(['two', 'three']);
    editor.setMarks('a.txt', [HINT, ERROR]);
    expect(marked(harness, 'hint')).toEqual(['two', 'three']);
    expect(marked(harness, 'error')).toEqual(['two', 'three']);
    editor.setMarks('a.txt', [{ ...HINT, from: 1, to: 1 }]);
    expect(marked(harness, 'hint')).toEqual(['zero']);
  });

  it.each([
    ['typing at the start of it', { line: 2, column: 1 }, 'x', ['xtwo', 'three']],
    ['typing at its end', { line: 3, column: 6 }, 'x', ['two', 'threex']],
    ['a new line before it', { line: 2, column: 1 }, '\n', ['two', 'three']],
    ['a new line after it', { line: 3, column: 6 }, '\nnew', ['two', 'three']],
    ['a new line in it', { line: 2, column: 2 }, '\n', ['t', 'wo', 'three']],
  ])('keep their lines after %s', (_name, place, text, lines) => {
    using harness = editorHarness();
    harness.editor.show('a.txt', TEXT);
    harness.editor.setMarks('a.txt', [HINT]);
    harness.editor.reveal('a.txt', place, { select: true });
    harness.type(text);
    expect(marked(harness, 'hint')).toEqual(lines);
  });

  it('of an empty line stay with it when it is cut in two', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', 'one\n\nthree');
    harness.editor.setMarks('a.txt', [{ ...HINT, from: 2, to: 2 }]);
    harness.editor.reveal('a.txt', { line: 2 }, { select: true });
    harness.type('\n');
    expect(marked(harness, 'hint')).toEqual(['']);
  });

  it('go with their line, and do not come back at another one', () => {
    using harness = editorHarness();
    const { editor, view } = harness;
    editor.show('a.txt', TEXT);
    editor.setMarks('a.txt', [{ ...HINT, to: 2 }, ERROR]);
    view().dispatch({ changes: { from: 4, to: 8 } });
    expect(editor.textOf('a.txt')).toBe('one\nthree\nfour\nfive');
    expect(marked(harness, 'hint')).toEqual([]);
    editor.setMarks('a.txt', [{ ...HINT, to: 2 }, ERROR]);
    expect(marked(harness, 'hint')).toEqual([]);
    expect(marked(harness, 'error')).toEqual(['three', 'four']);
  });

  it('outside the text are put at the nearest line', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', TEXT);
    harness.editor.setMarks('a.txt', [{ ...ERROR, from: 99, to: 5 }]);
    expect(marked(harness, 'error')).toEqual(['five']);
  });

  it('[coaching-backend EC-30] of a file that is not open wait until it is', () => {
    using harness = editorHarness();
    harness.editor.setMarks('a.txt', [HINT]);
    harness.editor.show('a.txt', TEXT);
    expect(marked(harness, 'hint')).toEqual(['two', 'three']);
    harness.editor.close('a.txt');
    harness.editor.show('a.txt', TEXT);
    expect(marked(harness, 'hint')).toEqual(['two', 'three']);
  });

  it('are told to a screen reader once', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', TEXT);
    harness.editor.setMarks('a.txt', [HINT]);
    harness.editor.setMarks('a.txt', [HINT, ERROR]);
    harness.editor.show('b.txt', TEXT);
    harness.editor.setMarks('a.txt', [HINT, { ...ERROR, id: 'other' }]);
    expect(harness.announced).toEqual([
      'Hint, lines 2 to 3: Look <b>here</b>',
      'Error, lines 3 to 4',
      'a.txt:\nError, lines 3 to 4',
    ]);
  });
});

describe('the hint of a marked line', () => {
  it('is shown by a key, as text, read out, and hidden by Escape', () => {
    using harness = editorHarness();
    const { editor, parent, press, announced } = harness;
    editor.show('a.txt', TEXT);
    editor.setMarks('a.txt', [HINT]);
    editor.reveal('a.txt', { line: 3, column: 2 }, { select: true });
    announced.length = 0;
    expect(press('F1', { altKey: true })).toBe(true);
    const hint = parent.querySelector('.wb-hint');
    expect(hint?.textContent).toBe('Hint: Look <b>here</b>');
    expect(hint?.getAttribute('role')).toBe('tooltip');
    expect(hint?.querySelector('b')).toBeNull();
    expect(announced).toEqual(['Hint: Look <b>here</b>']);
    press('Escape');
    expect(parent.querySelector('.wb-hint')).toBeNull();
  });

  it('is not there where there is none, which is said', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', TEXT);
    harness.press('F1', { altKey: true });
    expect(harness.parent.querySelector('.wb-hint')).toBeNull();
    expect(harness.announced).toEqual(['No hint on this line.']);
  });

  it('goes when the student types on', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', TEXT);
    harness.editor.setMarks('a.txt', [{ ...HINT, from: 1 }]);
    harness.press('F1', { altKey: true });
    expect(harness.parent.querySelector('.wb-hint')).not.toBeNull();
    harness.type('x');
    expect(harness.parent.querySelector('.wb-hint')).toBeNull();
  });
});

describe('failed checks', () => {
  const FAILURE = { id: 'f', line: 4, message: 'expected <4>\nbut got 5' };

  it('have a sign in the gutter and their message below the line, and move with it', () => {
    using harness = editorHarness();
    harness.editor.show('a.txt', TEXT);
    harness.editor.setFailures('a.txt', [FAILURE]);
    harness.type('zero\n');
    const note = harness.parent.querySelector('.wb-failure');
    expect(note?.textContent).toBe('expected <4>\nbut got 5');
    expect(note?.previousElementSibling?.textContent).toBe('four');
    expect(harness.parent.querySelector('.cm-line.wb-failed')?.textContent).toBe('four');
    expect(signs(harness)).toEqual(['Failed check: expected <4>\nbut got 5']);
    harness.editor.setFailures('a.txt', []);
    expect(harness.parent.querySelector('.wb-failure')).toBeNull();
  });

  it('are reached with marks by F8, around the end, and said', () => {
    using harness = editorHarness();
    const { editor, press, announced } = harness;
    editor.show('a.txt', TEXT);
    editor.setMarks('a.txt', [HINT]);
    editor.setFailures('a.txt', [FAILURE]);
    announced.length = 0;
    const lines: unknown[] = [];
    for (const shiftKey of [false, false, false, true]) {
      press('F8', { shiftKey });
      lines.push(editor.cursorOf('a.txt')?.line);
    }
    expect(lines).toEqual([2, 4, 2, 4]);
    expect(announced[1]).toBe('Failed check: expected <4>\nbut got 5');
  });
});
