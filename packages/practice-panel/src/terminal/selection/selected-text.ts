import type { Terminal } from '@xterm/xterm';
import { createStore, type Unsubscribe } from '../../client/store/store.js';
import type { TerminalHistory } from '../history/history.js';

/** What is selected, and the screen on which it is. */
export interface SelectedOnScreen {
  readonly text: string;
  readonly around: string;
  /** Whether it begins in the lower half of what is shown. */
  readonly isLow: boolean;
}

export const NOTHING_SELECTED: SelectedOnScreen = { text: '', around: '', isLow: false };

/** Where the pointer was let go, in CSS pixels from the corner of the element around the terminal, and its size. */
export interface LetGo {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

type Shown = Pick<TerminalHistory, 'shown' | 'pages'>;

/**
 * What the student selects with the pointer, in whichever terminal is shown. As state: where they have let it go, for
 * as long as that stays selected; what a search selects is not theirs.
 */
export class SelectedText {
  readonly #store = createStore((_: LetGo | undefined, next: LetGo | undefined) => next, undefined);
  readonly #stops: Unsubscribe[] = [];
  #history: Shown | undefined;
  /** The pointer makes a selection: what changes now is the student's. */
  #isSelecting = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  getSnapshot = (): LetGo | undefined => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Follows a terminal that may be shown, as long as that lives. */
  follow(terminal: Terminal): void {
    terminal.onSelectionChange(() => !this.#isSelecting && this.forget());
  }

  /** Follows the pointer over the terminals in an element. */
  open(host: HTMLElement, history: Shown): void {
    this.#history = history;
    const control = new AbortController();
    const { signal } = control;
    const begin = ({ button }: MouseEvent) => {
      if (button !== 0) return;
      this.#isSelecting = true;
      this.forget();
    };
    const end = ({ clientX, clientY }: MouseEvent) => {
      if (!this.#isSelecting) return;
      clearTimeout(this.#timer);
      // After the terminal, which listens for the same event, has ended its selection.
      this.#timer = setTimeout(() => {
        this.#isSelecting = false;
        const frame = (host.parentElement ?? host).getBoundingClientRect();
        const place = { x: clientX - frame.left, y: clientY - frame.top, height: frame.height };
        this.#store.dispatch(this.read().text.trim() === '' ? undefined : place);
      });
    };
    host.addEventListener('mousedown', begin, { signal, capture: true });
    host.ownerDocument.addEventListener('mouseup', end, { signal });
    this.#stops.push(
      () => control.abort(),
      history.pages.on(() => this.forget()),
    );
  }

  /** The student has seen that it is selected. */
  forget(): void {
    this.#store.dispatch(undefined);
  }

  /** The text is empty where nothing is selected. */
  read(): SelectedOnScreen {
    const shown = this.#history?.shown;
    const place = shown?.getSelectionPosition();
    if (shown === undefined || place === undefined) return NOTHING_SELECTED;
    const isLow = place.start.y - shown.buffer.active.viewportY >= shown.rows / 2;
    return { text: shown.getSelection().replaceAll('\r\n', '\n'), around: screenOf(shown), isLow };
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const stop of this.#stops.splice(0)) stop();
    this.forget();
  }
}

/** What of a terminal is before the student's eyes. */
function screenOf({ buffer: { active }, rows }: Terminal): string {
  let text = '';
  for (let row = 0; row < rows; row += 1) {
    const line = active.getLine(active.viewportY + row);
    if (line === undefined) break;
    text += `${row > 0 && !line.isWrapped ? '\n' : ''}${line.translateToString(true)}`;
  }
  return text.trimEnd();
}
