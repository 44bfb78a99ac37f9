// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Balloon } from '../../src/editor/types.js';
import { editorHarness } from '../support/editor-harness.js';

const TEXT = 'one\ntwo\nthree\nfour';
const FIRST: Balloon = { id: 'first', line: 2, message: 'Mind the <i>end</i>.', kind: 'hint' };
const SECOND: Balloon = { id: 'second', line: 4, message: 'Good.', kind: 'success' };

function opened(balloons: readonly Balloon[] = [FIRST, SECOND]) {
  const harness = editorHarness();
  harness.editor.show('a.txt', TEXT);
  harness.editor.setBalloons('a.txt', balloons);
  const notes = () => [...harness.parent.querySelectorAll<HTMLElement>('.wb-balloon')];
  return { ...harness, notes };
}

const focusedBalloon = () => document.activeElement?.closest<HTMLElement>('[data-balloon]')?.dataset.balloon;

describe('balloons', () => {
  it('stand below their line as text, and are announced', () => {
    using page = opened();
    const [first] = page.notes();
    expect(first?.getAttribute('role')).toBe('note');
    expect(first?.querySelector('p')?.textContent).toBe('Mind the <i>end</i>.');
    expect(first?.querySelector('i')).toBeNull();
    expect(first?.parentElement?.previousElementSibling?.textContent).toBe('two');
    expect(page.announced).toEqual(['Hint, line 2: Mind the <i>end</i>.\nWell done, line 4: Good.']);
  });

  it('move with their line', () => {
    using page = opened();
    page.type('zero\n');
    expect(page.notes()[0]?.parentElement?.previousElementSibling?.textContent).toBe('two');
    expect(page.notes()).toHaveLength(2);
  });

  it('are reached one after the other by a key, around the end, and left by Escape', () => {
    using page = opened();
    page.press('F8', { altKey: true });
    expect(focusedBalloon()).toBe('first');
    const press = (key: string, altKey: boolean) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, altKey, bubbles: true }));
    press('F8', true);
    expect(focusedBalloon()).toBe('second');
    press('F8', true);
    expect(focusedBalloon()).toBe('first');
    press('Escape', false);
    expect(document.activeElement).toBe(page.view().contentDOM);
    expect(page.editor.cursorOf('a.txt')?.line).toBe(2);
  });

  it('go at once when they are dismissed, tell of it, and give the keyboard back', () => {
    using page = opened();
    page.notes()[0]?.querySelector('button')?.click();
    expect(page.notes().map(({ dataset }) => dataset.balloon)).toEqual(['second']);
    expect(page.balloonEvents).toEqual([{ path: 'a.txt', id: 'first', action: 'dismiss' }]);
    expect(document.activeElement).toBe(page.view().contentDOM);
    page.editor.close('a.txt');
    page.editor.show('a.txt', TEXT);
    expect(page.notes().map(({ dataset }) => dataset.balloon)).toEqual(['second']);
  });

  it('leave the key to others where there are none', () => {
    using page = opened([]);
    page.press('F8', { altKey: true });
    expect(page.editor.cursorOf('a.txt')).toEqual({ line: 1, column: 1 });
  });
});
