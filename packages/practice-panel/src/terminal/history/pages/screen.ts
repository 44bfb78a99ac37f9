import { Terminal } from '@xterm/xterm';
import type { MarkerLook } from '../../../client/markers/marker-look.js';
import { pageSettings } from '../../../client/settings/settings.js';
import { loadRenderer } from '../../drawing/renderer.js';
import { MarkerPainter } from '../../markers/painter.js';
import { withPresentFind } from '../search/find-colours.js';
import { looksOf } from './looks.js';
import { parse } from './parse.js';

/** Rows beyond those of tmux, in case the browser needs more for the same text. */
const SPARE_ROWS = 1000;

/** G1 is where tmux expects line drawing; only the live terminal shows a cursor. */
const BEGIN = '\x1b)0\x1b[?25l';

/** To the alternate screen and back: this makes xterm's viewport measure the height of a row again. */
const SYNC_SCROLL_BAR = '\x1b[?47h\x1b[?47l';

/** Outside the window, where xterm draws nothing; a page never scrolls there. */
const AWAY = 'translateY(-300vh)';

export interface ScreenOptions {
  readonly host: HTMLElement;
  /** The terminal to cover. */
  readonly live: Terminal;
  /** Gives a terminal its character widths. */
  readonly prepare: (terminal: Terminal) => void;
  readonly markers: MarkerLook;
}

/** Text for a screen. */
export interface ScreenText {
  readonly text: string;
  /** Lines above the last screenful. */
  readonly lines: number;
  /** Whether it is so long that it is drawn only once all of it is there. */
  readonly isLong: boolean;
  readonly isWanted: () => boolean;
}

/**
 * A terminal over the live one, unseen until it is shown. Opening one takes a tenth of a second or more,
 * so it is opened in advance, step by step, and used for one snapshot after another.
 */
export class HistoryScreen {
  readonly terminal: Terminal;
  readonly renderer = pageSettings().getSnapshot().renderer;
  readonly #live: Terminal;
  readonly #markers: MarkerPainter;
  readonly #element = document.createElement('div');
  readonly #steps: (() => void)[];
  #marksFinds = false;

  constructor({ host, live, prepare, markers }: ScreenOptions) {
    this.#live = live;
    this.terminal = new Terminal({
      ...looksOf(live),
      allowProposedApi: true,
      convertEol: true,
      cols: live.cols,
      cursorInactiveStyle: 'none',
      disableStdin: true,
      rows: live.rows,
    });
    this.#markers = new MarkerPainter(this.terminal, markers);
    this.#element.className = 'practice-history';
    this.#hide();
    this.#steps = [
      () => prepare(this.terminal),
      () => this.#open(host),
      () => loadRenderer(this.terminal, this.renderer),
    ];
  }

  /** Whether the selection is drawn as the current match of a search. */
  set marksFinds(marks: boolean) {
    if (marks === this.#marksFinds) return;
    this.#marksFinds = marks;
    this.adapt();
  }

  /** Takes the next step of opening; false if nothing was left to do. */
  openFurther(): boolean {
    const step = this.#steps.shift();
    step?.();
    return step !== undefined;
  }

  /** Lays text out as the live terminal would, in place of any other. */
  async fill({ text, lines, isLong, isWanted }: ScreenText): Promise<void> {
    while (this.openFurther());
    this.adapt();
    this.terminal.options.scrollback = lines + SPARE_ROWS;
    if (isLong) this.#element.style.transform = AWAY;
    this.#tellScrollBar('mouseover');
    await parse(this.terminal, BEGIN + text, isWanted);
    await this.#markers.paint(isWanted);
    this.#tellScrollBar('mouseleave');
  }

  /** Takes over what has changed in the live terminal: its look, its size. */
  adapt(): void {
    const { cols, rows } = this.#live;
    const looks = looksOf(this.#live);
    Object.assign(this.terminal.options, looks, this.#marksFinds && { theme: withPresentFind(looks.theme) });
    if (this.terminal.cols === cols && this.terminal.rows === rows) return;
    this.terminal.resize(cols, rows);
  }

  /** As `adapt`, while it is shown. */
  follow(): void {
    this.adapt();
    this.terminal.write(SYNC_SCROLL_BAR);
  }

  /** Covers the live terminal, once it is drawn with this row at its top. */
  async show(top: number): Promise<void> {
    this.adapt(); // to what changed while its text was laid out
    this.#element.style.transform = '';
    this.terminal.scrollToLine(top);
    await nextRender(this.terminal);
    this.#element.style.visibility = '';
    this.#element.dataset.shown = 'true';
  }

  /** Uncovers the live terminal, and forgets its text. */
  clear(): void {
    this.#hide();
    this.marksFinds = false;
    this.terminal.reset();
    this.#markers.forget();
  }

  contains(node: unknown): boolean {
    return node instanceof Node && this.#element.contains(node);
  }

  dispose(): void {
    this.#markers.dispose();
    this.terminal.dispose();
    this.#element.remove();
  }

  #hide(): void {
    this.#element.style.visibility = 'hidden';
    this.#element.dataset.shown = 'false';
    this.#element.style.transform = '';
  }

  /**
   * xterm's scroll bar sets a timer to fade at every line that is scrolled, unless the mouse is over it:
   * that would take half the time of laying out a history.
   */
  #tellScrollBar(type: 'mouseover' | 'mouseleave'): void {
    this.#element.querySelector('.xterm-scrollable-element')?.dispatchEvent(new MouseEvent(type));
  }

  #open(host: HTMLElement): void {
    this.#element.style.inset = '0';
    host.style.position ||= 'relative';
    host.append(this.#element);
    this.terminal.open(this.#element);
    if (this.terminal.textarea) this.terminal.textarea.tabIndex = -1;
  }
}

function nextRender(terminal: Terminal): Promise<void> {
  return new Promise((resolve) => {
    const drawn = terminal.onRender(() => {
      drawn.dispose();
      resolve();
    });
    terminal.refresh(0, terminal.rows - 1);
  });
}
