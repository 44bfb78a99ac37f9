import type { EditorState, Extension, StateField, Transaction } from '@codemirror/state';
import {
  activateHover,
  type Command,
  closeHoverTooltip,
  type EditorView,
  hoverTooltip,
  type Tooltip,
} from '@codemirror/view';
import type { Mark } from '../types.js';
import { knownStyle, MARK_SIGNS } from './mark-styles.js';
import { marks } from './marks.js';

/** Hover hints of marks: shown while the pointer rests on a marked line, or by a key at the cursor. */
export const hints: Extension & { active: StateField<readonly Tooltip[]> } = hoverTooltip(({ state }, offset) =>
  hintTooltip(state, offset),
);

function hintTooltip(state: EditorState, offset: number): Tooltip | null {
  const line = state.doc.lineAt(offset);
  const hinted = hintedOn(state, line.from);
  if (hinted.length === 0) return null;
  return { pos: line.from, end: line.to, above: true, create: ({ dom }) => ({ dom: hintElement(dom, hinted) }) };
}

function hintedOn(state: EditorState, lineStart: number): Mark[] {
  return marks
    .onLine(state, lineStart)
    .map(({ item }) => item)
    .filter(({ hoverText }) => hoverText !== undefined && hoverText !== '');
}

function hintElement({ ownerDocument }: HTMLElement, hinted: readonly Mark[]): HTMLElement {
  const box = ownerDocument.createElement('div');
  box.className = 'wb-hint';
  box.setAttribute('role', 'tooltip');
  for (const { style, hoverText } of hinted) {
    const hint = box.appendChild(ownerDocument.createElement('p'));
    hint.append(named(ownerDocument, MARK_SIGNS[knownStyle(style)].name), hoverText ?? '');
  }
  return box;
}

function named(ownerDocument: Document, name: string): HTMLElement {
  const label = ownerDocument.createElement('strong');
  label.textContent = `${name}: `;
  return label;
}

function readOut({ style, hoverText }: Mark): string {
  return `${MARK_SIGNS[knownStyle(style)].name}: ${hoverText}`;
}

const movedOn = ({ docChanged, selection }: Transaction) => docChanged || selection !== undefined;

export function showHintAtCursor(announce: (text: string) => void): Command {
  return (view: EditorView) => {
    const { head } = view.state.selection.main;
    const hinted = hintedOn(view.state, view.state.doc.lineAt(head).from);
    if (hinted.length > 0) activateHover(view, head, 1, { tooltip: hints, until: movedOn });
    announce(hinted.length > 0 ? hinted.map(readOut).join('\n') : 'No hint on this line.');
    return true;
  };
}

export const closeHint: Command = (view) => {
  if (view.state.field(hints.active).length === 0) return false;
  view.dispatch({ effects: closeHoverTooltip(hints) });
  return true;
};
