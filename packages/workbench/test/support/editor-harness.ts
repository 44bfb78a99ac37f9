import { EditorView } from '@codemirror/view';
import type { CodeEditor } from '../../src/editor/code-editor.js';
import { createEditor } from '../../src/editor/create-editor.js';
import type { BalloonEvent, ChangeEvent, CursorEvent, EditorOptions, SelectionEvent } from '../../src/editor/types.js';

/** An editor in a page, and everything that it told. */
export interface EditorHarness extends Disposable {
  readonly editor: CodeEditor;
  readonly parent: HTMLElement;
  readonly changes: ChangeEvent[];
  readonly cursors: CursorEvent[];
  readonly selections: SelectionEvent[];
  readonly saved: string[];
  readonly balloonEvents: BalloonEvent[];
  readonly announced: string[];
  readonly view: () => EditorView;
  /** As if the student typed it where the cursor is. */
  readonly type: (text: string) => void;
  readonly press: (key: string, modifiers?: KeyboardEventInit) => boolean;
}

export function editorHarness(options: EditorOptions = {}): EditorHarness {
  const parent = document.body.appendChild(document.createElement('div'));
  const told = { changes: [], cursors: [], selections: [], saved: [], balloonEvents: [], announced: [] } as Pick<
    EditorHarness,
    'changes' | 'cursors' | 'selections' | 'saved' | 'balloonEvents' | 'announced'
  >;
  const editor = createEditor(parent, {
    onChange: (event) => told.changes.push(event),
    onCursor: (event) => told.cursors.push(event),
    onSelection: (event) => told.selections.push(event),
    onSave: (path) => told.saved.push(path),
    onBalloonAction: (event) => told.balloonEvents.push(event),
    announce: (text) => told.announced.push(text),
    ...options,
  });
  const view = () => viewIn(parent);
  return {
    ...told,
    ...{ editor, parent, view },
    type: (text) => view().dispatch(view().state.replaceSelection(text), { userEvent: 'input.type' }),
    press: (key, modifiers) => press(view().contentDOM, key, modifiers),
    [Symbol.dispose]() {
      editor.dispose();
      parent.remove();
    },
  };
}

function viewIn(parent: HTMLElement): EditorView {
  const dom = parent.querySelector<HTMLElement>('.cm-editor');
  const view = dom && EditorView.findFromDOM(dom);
  if (view === null) throw new Error('there is no editor in the page');
  return view;
}

/** Whether the key was taken. */
function press(element: HTMLElement, key: string, modifiers: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers });
  element.dispatchEvent(event);
  return event.defaultPrevented;
}
