import { defaultKeymap, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { searchKeymap } from '@codemirror/search';
import { type Extension, Prec } from '@codemirror/state';
import { type Command, type EditorView, keymap } from '@codemirror/view';
import { leaveByEscape } from '../access/leave-by-escape.js';
import { goToNextBalloon } from '../balloons/next-balloon.js';
import { closeHint, showHintAtCursor } from '../marks/hints.js';
import { goToSign } from '../pointing/next-sign.js';

interface KeyHandlers {
  readonly save: () => void;
  readonly announce: (text: string) => void;
}

export function editorKeys({ save, announce }: KeyHandlers): Extension {
  const own = keymap.of([
    { key: 'Mod-s', preventDefault: true, run: did(save) },
    { key: 'F8', run: goToSign(1, announce), shift: goToSign(-1, announce), preventDefault: true },
    { key: 'Alt-F8', run: goToNextBalloon, preventDefault: true },
    { key: 'Alt-F1', run: showHintAtCursor(announce), preventDefault: true },
    { key: 'Escape', run: closeHint },
    { key: 'Tab', run: indent, shift: indentLess },
  ]);
  return [Prec.high(own), leaveByEscape, keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap])];
}

function did(action: () => void): Command {
  return () => {
    action();
    return true;
  };
}

/** A selection moves to the right; at a cursor, a step of the file's own indentation is put in. */
function indent(view: EditorView): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  if (state.selection.ranges.some(({ empty }) => !empty)) return indentMore(view);
  view.dispatch(state.replaceSelection(state.facet(indentUnit)), { scrollIntoView: true, userEvent: 'input.indent' });
  return true;
}
