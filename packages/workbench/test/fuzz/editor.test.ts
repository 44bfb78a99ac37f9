// @vitest-environment happy-dom
import { anyText, fc, fuzz, oddText } from '@agent-factory/fuzzing';
import { redo, undo } from '@codemirror/commands';
import { expect } from 'vitest';
import { applied } from '../support/apply-changes.js';
import { editorHarness } from '../support/editor-harness.js';

const piece = fc.oneof(
  fc.constantFrom('\n', '\r\n', '\r', '', 'a', 'line\n', '\ud800', '👩‍👩‍👧', '\u2028', '\t'),
  oddText,
  anyText,
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

type Edit =
  | { readonly kind: 'type' | 'replace'; readonly from: number; readonly length: number; readonly text: string }
  | { readonly kind: 'undo' | 'redo' };
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('type' as const, 'replace' as const),
    from: fc.nat(40),
    length: fc.nat(10),
    text,
  }),
  fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const) }),
);

fuzz({
  parser: 'changes of an editor',
  says: 'whoever applies them has the text of the editor after each one',
  input: fc.tuple(text, fc.array(edit, { maxLength: 8 })),
  cost: 8,
  holds: ([start, edits]) => {
    using harness = editorHarness();
    harness.editor.show('a', start);
    expect(harness.editor.textOf('a')).toBe(start);
    let received = start;
    for (const one of edits) {
      perform(harness, one);
      for (const change of harness.changes.splice(0)) {
        received = applied(received, change.changes);
        expect(received).toBe(change.text());
      }
      expect(harness.editor.textOf('a')).toBe(received);
      expect(harness.editor.isDirty('a')).toBe(received !== start);
    }
  },
});

function perform({ editor, view }: ReturnType<typeof editorHarness>, one: Edit): void {
  if (one.kind === 'undo') undo(view());
  if (one.kind === 'redo') redo(view());
  if (one.kind === 'replace') editor.replaceText('a', one.text);
  if (one.kind !== 'type') return;
  const { length } = view().state.doc;
  const from = Math.min(one.from, length);
  view().dispatch({ changes: { from, to: Math.min(from + one.length, length), insert: one.text } });
}

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', 'aa', '}'), { maxLength: 30 }).map((all) => all.join('\n'));

fuzz({
  parser: 'a text replaced from the disk',
  says: 'the editor has that very text, and says how it got there',
  input: fc.tuple(lines, lines),
  cost: 4,
  holds: ([before, after]) => {
    using harness = editorHarness();
    harness.editor.show('a', before);
    harness.editor.replaceText('a', after);
    expect(harness.editor.textOf('a')).toBe(after);
    expect(
      applied(
        before,
        harness.changes.flatMap(({ changes }) => changes),
      ),
    ).toBe(after);
  },
});

fuzz({
  parser: 'marks of an editor',
  says: 'whatever is typed, each covers whole lines of the text, or is gone',
  input: fc.tuple(lines, fc.array(edit, { maxLength: 6 }), fc.nat(30), fc.nat(30)),
  cost: 8,
  holds: ([start, edits, from, to]) => {
    using harness = editorHarness();
    harness.editor.show('a', start);
    harness.editor.setMarks('a', [{ id: 'm', from, to, style: 'hint' }]);
    for (const one of edits) {
      perform(harness, one);
      harness.press('F8');
      const marked = [...harness.parent.querySelectorAll('.cm-line.wb-mark-hint')];
      const label = harness.parent.querySelector('.wb-sign[role="img"]')?.getAttribute('aria-label') ?? '';
      const numbers = [...label.matchAll(/\d+/g)].map(Number);
      if (marked.length === 0) expect(numbers).toEqual([]);
      else expect((numbers.at(-1) ?? 0) - (numbers[0] ?? 0) + 1).toBe(marked.length);
    }
  },
});
