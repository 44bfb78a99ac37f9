import type { EditorState } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';
import { failures } from '../failures/failures.js';
import { marks } from '../marks/marks.js';
import { signOf } from './gutter.js';

/** Moves the cursor to the next marked or failed line, around the end of the file, and says what is there. */
export function goToSign(direction: 1 | -1, announce: (text: string) => void): Command {
  return (view) => {
    const place = nextPlace(view.state, direction);
    if (place === undefined) return false;
    view.dispatch({ selection: { anchor: place }, effects: EditorView.scrollIntoView(place, { y: 'center' }) });
    announce(signOf(view.state, place)?.label ?? '');
    return true;
  };
}

function nextPlace(state: EditorState, direction: 1 | -1): number | undefined {
  const places = [...marks.in(state), ...failures.in(state)].map(({ from }) => from);
  const inOrder = [...new Set(places)].sort((one, other) => (one - other) * direction);
  const here = state.doc.lineAt(state.selection.main.head).from;
  return inOrder.find((place) => (place - here) * direction > 0) ?? inOrder[0];
}
