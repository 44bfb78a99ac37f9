import { type EditorView, WidgetType } from '@codemirror/view';
import { knownStyle, MARK_SIGNS } from '../marks/mark-styles.js';
import { signElement } from '../marks/sign.js';
import type { Balloon } from '../types.js';
import { dismissed } from './balloons.js';
import { goToNextBalloon } from './next-balloon.js';

/** Something said about a line, below it: text and a button that a key reaches. */
export class BalloonWidget extends WidgetType {
  readonly #balloon: Balloon;

  constructor(balloon: Balloon) {
    super();
    this.#balloon = balloon;
  }

  override eq(other: BalloonWidget): boolean {
    const [mine, its] = [this.#balloon, other.#balloon];
    return mine.id === its.id && mine.message === its.message && mine.kind === its.kind;
  }

  /** The room around it is padding of an element of its own: the editor does not measure margins. */
  override toDOM(view: EditorView): HTMLElement {
    const around = view.dom.ownerDocument.createElement('div');
    around.className = 'wb-below';
    around.append(this.#note(view));
    return around;
  }

  #note(view: EditorView): HTMLElement {
    const { ownerDocument } = view.dom;
    const kind = knownStyle(this.#balloon.kind);
    const note = ownerDocument.createElement('div');
    note.className = `wb-balloon wb-balloon-${kind}`;
    note.dataset.balloon = this.#balloon.id;
    note.setAttribute('role', 'note');
    note.setAttribute('aria-label', MARK_SIGNS[kind].name);
    const message = ownerDocument.createElement('p');
    message.className = 'wb-balloon-text';
    message.textContent = this.#balloon.message;
    note.append(signElement(ownerDocument, { style: kind, label: '' }), message, this.#button(view));
    return note;
  }

  #button(view: EditorView): HTMLButtonElement {
    const button = view.dom.ownerDocument.createElement('button');
    button.type = 'button';
    button.className = 'wb-balloon-dismiss';
    button.textContent = 'Dismiss';
    button.addEventListener('click', () => {
      for (const tell of view.state.facet(dismissed)) tell(this.#balloon.id);
      view.focus();
    });
    button.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') view.focus();
      if (event.key === 'F8' && event.altKey) goToNextBalloon(view);
    });
    return button;
  }
}
