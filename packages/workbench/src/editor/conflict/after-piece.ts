import { getChunks } from '@codemirror/merge';
import { EditorView } from '@codemirror/view';

/**
 * Does what a piece's button is for, which takes the piece away, and its button with it. The keyboard goes to the same
 * button of the piece behind it, or, after the last one, into the text where it was.
 */
export function goOnAfter(button: HTMLElement, act: () => void): void {
  const view = editorAround(button);
  const index = alike(view, button).indexOf(button);
  const anchor = view.posAtDOM(button);
  act();
  const next = alike(view, button)[index];
  if (next === undefined) {
    view.dispatch({ selection: { anchor: Math.min(anchor, view.state.doc.length) } });
    view.focus();
  } else next.focus();
}

/**
 * The same where the texts are beside each other. There, a button becomes that of the piece behind its own by itself;
 * that of the last one goes.
 */
export function goOnBeside(button: HTMLElement, act: () => void): void {
  const edited = button.closest('.cm-mergeView')?.querySelector<HTMLElement>('.cm-merge-b .cm-content');
  const index = Number(button.dataset.chunk);
  act();
  const view = edited == null ? null : EditorView.findFromDOM(edited);
  if (view === null) throw new Error('The button of a piece is beside no texts.');
  if (index >= (getChunks(view.state)?.chunks.length ?? 0)) view.focus();
}

function editorAround(element: HTMLElement): EditorView {
  const editor = element.closest<HTMLElement>('.cm-editor');
  const view = editor && EditorView.findFromDOM(editor);
  if (view === null) throw new Error('The button of a piece is in no editor.');
  return view;
}

function alike({ contentDOM }: EditorView, button: HTMLElement): HTMLElement[] {
  const all = [...contentDOM.querySelectorAll<HTMLElement>('.wb-piece-button')];
  return all.filter(({ title }) => title === button.title);
}
