import { EditorSelection, type Text, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { RevealOptions, RevealTarget } from '../types.js';
import { nearestLine, offsetAt } from './positions.js';

/** What scrolls a place to the middle, and selects it if asked to. */
export function revealed(doc: Text, target: RevealTarget, { select, focus }: RevealOptions): TransactionSpec {
  const range = rangeOf(doc, target);
  const effects = EditorView.scrollIntoView(range.head, { y: 'center' });
  return select === true || focus === true ? { effects, selection: EditorSelection.create([range]) } : { effects };
}

/** The cursor ends up at the start of what is selected, so that it is in view. */
function rangeOf(doc: Text, { line, column = 1, endLine }: RevealTarget) {
  const start = offsetAt(doc, { line, column });
  if (endLine === undefined) return EditorSelection.cursor(start);
  return EditorSelection.range(Math.max(start, doc.line(nearestLine(doc, endLine)).to), start);
}
