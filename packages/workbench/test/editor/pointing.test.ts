// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Balloon, Failure, Mark } from '../../src/editor/types.js';
import { type EditorHarness, editorHarness } from '../support/editor-harness.js';

const TEXT = 'one\ntwo\nthree\nfour';
const MARK: Mark = { id: 'm', from: 2, to: 2, style: 'hint', hoverText: 'Why?' };
const BALLOON: Balloon = { id: 'b', line: 3, message: 'Look here', kind: 'hint' };
const FAILURE: Failure = { id: 'f', line: 3, message: 'No greeting' };

function opened(): EditorHarness {
  const harness = editorHarness();
  harness.editor.show('a.txt', TEXT);
  return harness;
}

/** What a screen reader says of each sign beside the text. */
function signs({ parent }: EditorHarness): (string | null)[] {
  const all = parent.querySelectorAll('.cm-gutterElement .wb-sign[role="img"]');
  return [...all].map((sign) => sign.getAttribute('aria-label')).filter((label) => label !== '');
}

describe('the sign beside a line', () => {
  it('has the words that its mark has now', () => {
    using harness = opened();
    harness.editor.setMarks('a.txt', [MARK]);
    expect(signs(harness)).toEqual(['Hint, line 2: Why?']);
    harness.editor.setMarks('a.txt', [{ ...MARK, hoverText: 'Why twice?' }]);
    expect(signs(harness)).toEqual(['Hint, line 2: Why twice?']);
  });
});

describe('balloons', () => {
  it('are announced when they come, and not again with each that comes after', () => {
    using harness = opened();
    harness.editor.setBalloons('a.txt', [BALLOON]);
    harness.editor.setBalloons('a.txt', [BALLOON, { ...BALLOON, id: 'c', message: 'And here' }]);
    expect(harness.announced).toEqual(['Hint, line 3: Look here', 'Hint, line 3: And here']);
  });

  it('stand below what checks have found in the same line', () => {
    using harness = opened();
    harness.editor.setBalloons('a.txt', [BALLOON]);
    harness.editor.setFailures('a.txt', [FAILURE]);
    const balloon = harness.parent.querySelector('.wb-balloon');
    const line = [...harness.parent.querySelectorAll('.cm-line')].find(({ textContent }) => textContent === 'three');
    const failure = line?.nextElementSibling;
    expect(failure?.textContent).toContain('No greeting');
    expect(failure?.nextElementSibling?.contains(balloon)).toBe(true);
  });
});
