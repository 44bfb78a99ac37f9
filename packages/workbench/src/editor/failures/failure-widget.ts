import { type EditorView, WidgetType } from '@codemirror/view';
import type { Failure } from '../types.js';

/** What a check says of a line, below the line. */
export class FailureWidget extends WidgetType {
  readonly #failure: Failure;

  constructor(failure: Failure) {
    super();
    this.#failure = failure;
  }

  override eq(other: FailureWidget): boolean {
    return other.#failure.id === this.#failure.id && other.#failure.message === this.#failure.message;
  }

  override toDOM({ dom: { ownerDocument } }: EditorView): HTMLElement {
    const note = ownerDocument.createElement('div');
    note.className = 'wb-failure';
    note.setAttribute('role', 'note');
    note.setAttribute('aria-label', 'Failed check');
    note.textContent = this.#failure.message;
    return note;
  }
}
