import { createStore } from '../../src/client/store/store.js';
import { type LetGo, NOTHING_SELECTED, type SelectedOnScreen } from '../../src/terminal/selection/selected-text.js';
import type { TerminalViewOptions } from '../../src/terminal/view.js';

/**
 * A terminal without a screen, for a document without layout: it connects at once and takes the focus
 * where a real one does.
 */
export async function loadScreenlessTerminal() {
  return { mountTerminal };
}

/** What is selected in such a terminal, as its pointer would have done. */
export class ScreenlessSelection {
  readonly #place = createStore((_: LetGo | undefined, next: LetGo | undefined) => next, undefined);
  #selected = NOTHING_SELECTED;

  getSnapshot = () => this.#place.getSnapshot();
  subscribe = (listener: () => void) => this.#place.subscribe(listener);
  read = () => this.#selected;
  forget = () => this.#place.dispatch(undefined);

  select(selected: SelectedOnScreen, place: LetGo): void {
    this.#selected = selected;
    this.#place.dispatch(place);
  }

  clear(): void {
    this.#selected = NOTHING_SELECTED;
    this.forget();
  }
}

export const selection = new ScreenlessSelection();

function mountTerminal({ host, connection, canExplain, onExplain }: TerminalViewOptions) {
  const textarea = document.createElement('textarea');
  host.append(textarea);
  textarea.addEventListener('keydown', (event) => {
    if (event.code === 'KeyX' && canExplain()) onExplain();
  });
  connection.open({ cols: 80, rows: 24 });
  return {
    terminal: { focus: () => textarea.focus() },
    selected: selection,
    setTheme: () => {},
    dispose: () => {
      connection.close();
      textarea.remove();
    },
  };
}
