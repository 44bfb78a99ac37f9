import type { Extension, Range } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { failures } from '../failures/failures.js';
import { markClass } from '../marks/mark-styles.js';
import { marks } from '../marks/marks.js';

/** Only lines in view are coloured, so that a mark over a whole large file costs no more than a screen of it. */
export const lineColours: Extension = EditorView.decorations.of((view) => {
  const ranges: Range<Decoration>[] = [];
  const { from, to } = view.viewport;
  for (let at = from; at <= to; ) {
    const line = view.state.doc.lineAt(at);
    const classes = classesOf(view, line.from);
    if (classes !== '') ranges.push(Decoration.line({ class: classes }).range(line.from));
    at = line.to + 1;
  }
  return Decoration.set(ranges);
});

function classesOf({ state }: EditorView, lineStart: number): string {
  const styles = new Set(marks.onLine(state, lineStart).map(({ item }) => markClass(item.style)));
  const ofMarks = styles.size === 0 ? [] : ['wb-mark', ...styles];
  return [...ofMarks, ...(failures.onLine(state, lineStart).length > 0 ? ['wb-failed'] : [])].join(' ');
}
