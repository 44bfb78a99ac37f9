import type { HistoryResponse } from '@agent-factory/protocol';
import { type ITerminalOptions, Terminal } from '@xterm/xterm';
import { pageSettings } from '../../client/settings.js';
import { loadRenderer } from '../renderer.js';
import type { Rows } from './align.js';

/** Options that decide how text looks: the history has to look like the terminal it covers. */
const LOOKS = [
  'customGlyphs',
  'drawBoldTextInBrightColors',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontWeightBold',
  'letterSpacing',
  'lineHeight',
  'linkHandler',
  'macOptionClickForcesSelection',
  'minimumContrastRatio',
  'rescaleOverlappingGlyphs',
  'theme',
  'wordSeparator',
] as const satisfies readonly (keyof ITerminalOptions)[];

/** Characters given to the parser at a time: a few milliseconds, after which the page may paint. */
const SLICE_LENGTH = 64 * 1024;
/** Characters that wait for the parser at a time: it throws away what is beyond 50 MB. */
const QUEUE_LENGTH = 4 * 1024 * 1024;
/** Rows beyond those of tmux, where a browser needs more for the same text. */
const SPARE_ROWS = 1000;

/** G1 is where tmux expects line drawing; the cursor is that of the live terminal alone. */
const BEGIN = '\x1b)0\x1b[?25l';

/**
 * The other screen and back: what makes xterm's viewport learn how far the buffer is scrolled and how
 * high a row is. It learns neither by being opened, and would take the next scroll for one from the top.
 */
const SYNC_SCROLL_BAR = '\x1b[?47h\x1b[?47l';

interface PageOptions {
  readonly live: Terminal;
  /** Gives a terminal the widths of its characters. */
  readonly prepare: (terminal: Terminal) => void;
  /** All that the student wants to have of the history was asked for. */
  readonly isWhole: boolean;
}

/** A snapshot of the history in a terminal of its own, which exactly covers the live one when it shows. */
export class HistoryPage implements Rows {
  readonly terminal: Terminal;
  readonly facts: Omit<HistoryResponse, 'text'>;
  /** Nothing older is to be had. */
  readonly isWhole: boolean;
  readonly #element = document.createElement('div');

  private constructor(terminal: Terminal, facts: Omit<HistoryResponse, 'text'>, isWhole: boolean) {
    this.terminal = terminal;
    this.facts = facts;
    this.isWhole = isWhole;
    this.#element.className = 'practice-history';
  }

  /** Lays a snapshot out as the live terminal would. */
  static async make(
    { text, ...facts }: HistoryResponse,
    { live, prepare, isWhole }: PageOptions,
  ): Promise<HistoryPage> {
    const terminal = new Terminal({
      ...looksOf(live),
      allowProposedApi: true,
      convertEol: true,
      cols: live.cols,
      cursorInactiveStyle: 'none',
      disableStdin: true,
      rows: live.rows,
      scrollback: facts.lines - facts.from + SPARE_ROWS,
    });
    prepare(terminal);
    await write(terminal, BEGIN + withOverline(text.replace(/\n$/, '')));
    return new HistoryPage(terminal, facts, isWhole || facts.from === 0);
  }

  /** Rows above the last screenful. */
  get base(): number {
    return this.terminal.buffer.active.baseY;
  }

  /** The row at the top of what shows. */
  get top(): number {
    return this.terminal.buffer.active.viewportY;
  }

  get length(): number {
    return this.terminal.buffer.active.length;
  }

  text(row: number): string {
    return this.terminal.buffer.active.getLine(row)?.translateToString(true) ?? '';
  }

  /** Number of a row counted from the oldest that tmux has, as long as it forgets nothing. */
  numberOf(row: number): number {
    return this.facts.lines - this.base + row;
  }

  rowOf(number: number): number {
    return number - this.facts.lines + this.base;
  }

  /** Covers the live terminal, once it is drawn with this row at its top. */
  async show(host: HTMLElement, top: number): Promise<void> {
    this.#place(host);
    this.#element.style.visibility = 'hidden';
    host.append(this.#element);
    this.terminal.scrollToLine(top); // before there is a viewport, which would animate it
    this.terminal.open(this.#element);
    if (this.terminal.textarea) this.terminal.textarea.tabIndex = -1;
    loadRenderer(this.terminal, pageSettings().getSnapshot().renderer);
    await new Promise<void>((resolve) => this.terminal.write(SYNC_SCROLL_BAR, resolve));
    await nextRender(this.terminal);
    this.#element.style.visibility = '';
  }

  /** Takes over what has changed in the live terminal: its look, its size. */
  follow(live: Terminal): void {
    Object.assign(this.terminal.options, looksOf(live));
    if (this.terminal.cols !== live.cols || this.terminal.rows !== live.rows) {
      this.terminal.resize(live.cols, live.rows);
    }
    this.terminal.write(SYNC_SCROLL_BAR);
  }

  contains(node: unknown): boolean {
    return node instanceof Node && this.#element.contains(node);
  }

  dispose(): void {
    this.terminal.dispose();
    this.#element.remove();
  }

  #place(host: HTMLElement): void {
    this.#element.style.inset = '0';
    host.style.position ||= 'relative';
  }
}

function looksOf(live: Terminal): ITerminalOptions {
  return Object.fromEntries(LOOKS.map((name) => [name, live.options[name]]));
}

function nextRender(terminal: Terminal): Promise<void> {
  return new Promise((resolve) => {
    const drawn = terminal.onRender(() => {
      drawn.dispose();
      resolve();
    });
  });
}

/** Parses without ever holding up the page for long, nor more than the parser's queue may hold. */
async function write(terminal: Terminal, text: string): Promise<void> {
  for (let start = 0; start < text.length; start += QUEUE_LENGTH) {
    const part = text.slice(start, start + QUEUE_LENGTH);
    for (let at = 0; at < part.length; at += SLICE_LENGTH) terminal.write(part.slice(at, at + SLICE_LENGTH));
    await new Promise<void>((resolve) => terminal.write('', resolve));
  }
}

/** tmux 3.3 prints overline, SGR 53, as if it were a style of blinking: it takes every two-digit code for an underline's. */
function withOverline(text: string): string {
  if (!text.includes('5:3')) return text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  return text.replace(/\x1b\[[\d;:]*m/g, (sgr) => sgr.replace(/(?<=[[;])5:3(?=[;m])/g, '53'));
}
