import type { EditorState, SelectionRange, Text } from '@codemirror/state';
import type { Position, TextRange } from '../types.js';

function positionAt(doc: Text, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number, column: offset - line.from + 1 };
}

/** The offset of a place; a place that the text does not have becomes the nearest that it has. */
export function offsetAt(doc: Text, { line, column }: Position): number {
  const { from, length } = doc.line(nearestLine(doc, line));
  return from + Math.min(Math.max(0, column - 1), length);
}

export function nearestLine(doc: Text, line: number): number {
  return Math.min(Math.max(1, line), doc.lines);
}

export function rangeOf(doc: Text, { from, to }: SelectionRange): TextRange {
  return { start: positionAt(doc, from), end: positionAt(doc, to) };
}

export function selectionsOf({ doc, selection }: EditorState): TextRange[] {
  return selection.ranges.map((range) => rangeOf(doc, range));
}

export function cursorOf({ doc, selection }: EditorState): Position {
  return positionAt(doc, selection.main.head);
}
