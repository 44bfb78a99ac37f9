import type { EditorState, Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { OpenFile } from '../documents/open-file.js';
import { lineBreakField, offsetInText, textOf } from '../text/line-breaks.js';
import { cursorOf, rangeOf, selectionsOf } from '../text/positions.js';
import { changesText, originOf, textChanges } from '../text/replace.js';
import type { EditorOptions, SelectionEvent } from '../types.js';
import { Settled } from './settled.js';

/** Milliseconds without a move after which a selection is what the student meant: dragging a mouse pauses less. */
const SELECTION_SETTLES_MS = 300;
/** Milliseconds after the last scroll event; browsers send one with each frame. */
const SCROLL_SETTLES_MS = 150;

/** Tells the page what happens in the editor. */
export class Reporter {
  readonly #options: EditorOptions;
  readonly #selection = new Settled(SELECTION_SETTLES_MS);
  readonly #scroll = new Settled(SCROLL_SETTLES_MS);
  #reported: SelectionEvent | undefined;

  constructor(options: EditorOptions) {
    this.#options = options;
  }

  handleTransaction({ path }: OpenFile, transaction: Transaction): void {
    if (changesText(transaction)) this.#tellChange(path, transaction);
  }

  /** After a transaction of the file that is shown, and when another one is shown. */
  handleCursor({ path, state }: OpenFile): void {
    this.#options.onCursor?.({ path, position: cursorOf(state), selections: selectionsOf(state) });
  }

  handleSelection(file: OpenFile, shown: () => OpenFile | undefined): void {
    this.#selection.wait(() => {
      if (shown() === file) this.#tellSelection(file);
    });
  }

  handleScroll(view: EditorView, shown: () => OpenFile | undefined): void {
    this.#scroll.wait(() => {
      const file = shown();
      if (file !== undefined) this.#options.onScroll?.({ path: file.path, ...linesInView(view) });
    });
  }

  dispose(): void {
    this.#selection.dispose();
    this.#scroll.dispose();
  }

  #tellChange(path: string, transaction: Transaction): void {
    const { state } = transaction;
    this.#options.onChange?.({
      path,
      changes: textChanges(transaction),
      text: () => textOf(state),
      origin: originOf(transaction),
    });
  }

  /** A cursor is no selection; it is told only where a selection was told before. */
  #tellSelection({ path, state }: OpenFile): void {
    const event = selectionEvent(path, state);
    const before = this.#reported;
    const isNews = event.textLength > 0 || (before?.path === path && before.textLength > 0);
    if (!isNews || JSON.stringify(event) === JSON.stringify(before)) return;
    this.#reported = event;
    this.#options.onSelection?.(event);
  }
}

function selectionEvent(path: string, state: EditorState): SelectionEvent {
  const { doc, selection } = state;
  const { from, to } = selection.main;
  const lineBreak = state.field(lineBreakField);
  const textLength = offsetInText(doc, to, lineBreak) - offsetInText(doc, from, lineBreak);
  return { path, range: rangeOf(doc, selection.main), textLength };
}

function linesInView(view: EditorView) {
  const { top, bottom } = view.scrollDOM.getBoundingClientRect();
  const lineAt = (y: number) => view.state.doc.lineAt(view.lineBlockAtHeight(y - view.documentTop).from).number;
  return { firstLine: lineAt(top), lastLine: lineAt(bottom) };
}
