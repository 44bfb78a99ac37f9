import type { EditorState } from '@codemirror/state';
import { type Anchors, defineAnchors } from '../anchors/anchors.js';
import type { Mark } from '../types.js';
import { knownStyle, MARK_SIGNS } from './mark-styles.js';

export const marks: Anchors<Mark> = defineAnchors<Mark>(({ from, to }) => ({ from, to }));

/** What is said of a mark: its style, its lines as they are now, its hint. */
export function describeMark(state: EditorState, { id, style, hoverText }: Mark): string {
  const anchor = marks.in(state).find(({ item }) => item.id === id);
  const name = MARK_SIGNS[knownStyle(style)].name;
  if (anchor === undefined) return name;
  const first = state.doc.lineAt(anchor.from).number;
  const last = state.doc.lineAt(anchor.to).number;
  const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  return hoverText === undefined ? `${name}, ${lines}` : `${name}, ${lines}: ${hoverText}`;
}
