import type { Terminal } from '@xterm/xterm';
import { createStore, type Unsubscribe } from '../../client/store/store.js';

/** Keys that on-screen keyboards lack or hide, as the terminal's own key bar has them. */
export type ScreenKey = 'Escape' | 'Tab' | 'Left' | 'Down' | 'Up' | 'Right' | '|' | '~' | '/';

const TEXT: Readonly<Partial<Record<ScreenKey, string>>> = { Escape: '\x1b', Tab: '\t' };
const ARROWS: Readonly<Partial<Record<ScreenKey, string>>> = { Up: 'A', Down: 'B', Right: 'C', Left: 'D' };

/** The keys beside a terminal on a touch screen. Ctrl is held until the next key, wherever that comes from. */
export class ScreenKeys {
  readonly #terminal: Terminal;
  readonly #onPress: () => void;
  readonly #ctrl = createStore((_: boolean, held: boolean) => held, false);

  /** `onPress` is called before each key. */
  constructor(terminal: Terminal, onPress: () => void = () => {}) {
    this.#terminal = terminal;
    this.#onPress = onPress;
  }

  /** Whether Ctrl is held. */
  getSnapshot = (): boolean => this.#ctrl.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#ctrl.subscribe(listener);

  toggleCtrl(): void {
    this.#ctrl.dispatch(!this.#ctrl.getSnapshot());
  }

  press(key: ScreenKey): void {
    this.#onPress();
    const arrow = ARROWS[key];
    if (arrow === undefined) this.#terminal.input(TEXT[key] ?? key);
    else this.#terminal.input(`\x1b${this.#terminal.modes.applicationCursorKeysMode ? 'O' : '['}${arrow}`);
  }

  /** The typed text, with Ctrl if it is held. The first thing typed releases a held Ctrl. */
  modify(typed: string): string {
    if (!this.#ctrl.getSnapshot()) return typed;
    this.#ctrl.dispatch(false);
    return withCtrl(typed);
  }
}

/** The same with Ctrl, as a real keyboard would send it; text without such a form stays as it is. */
export function withCtrl(typed: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Escape begins the sequences of keys
  const arrow = /^\x1b[[O]([A-D])$/.exec(typed)?.[1];
  if (arrow !== undefined) return `\x1b[1;5${arrow}`;
  if (typed === '?') return '\x7f';
  if (typed === ' ') return '\0';
  // The rule of ASCII: the five low bits of the letter or sign.
  return /^[a-z@[\\\]^_]$/i.test(typed) ? String.fromCharCode(typed.toUpperCase().charCodeAt(0) & 0x1f) : typed;
}
