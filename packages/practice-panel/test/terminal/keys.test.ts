// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RECORDED_MARKERS } from '../../src/client/markers/marker-look.js';
import { TerminalHistory } from '../../src/terminal/history/history.js';
import { bindKeys } from '../../src/terminal/input/keys.js';
import { takePastes } from '../../src/terminal/input/paste.js';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.restoreAllMocks();
});

/** The history of a session that nobody scrolls in. */
function closedHistory(live: Terminal): TerminalHistory {
  const fetch = () => Promise.reject(new Error('nothing is asked'));
  return new TerminalHistory({
    host: document.body,
    live,
    fetch,
    prepare() {},
    markers: RECORDED_MARKERS,
    onScrolledProgram() {},
  });
}

function openTerminal(platform: string) {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  const host = document.createElement('div');
  document.body.append(host);
  const terminal = new Terminal({ allowProposedApi: true });
  const typed: string[] = [];
  terminal.onData((data) => typed.push(data));
  terminal.open(host);
  const explains = vi.fn();
  const canExplain = vi.fn(() => true);
  const keys = { onLeave() {}, onSearch() {}, onRead() {}, onExplain: explains, canExplain };
  bindKeys(terminal, { history: closedHistory(terminal), ...keys });
  const pasted: string[] = [];
  const stop = takePastes(terminal, host, (text) => pasted.push(text));
  closing.push(
    stop,
    () => terminal.dispose(),
    () => host.remove(),
  );
  return { terminal, typed, pasted, explains, canExplain };
}

/** Presses Ctrl+V; true where the browser is left to paste. */
function pressPaste(terminal: Terminal): boolean {
  const init = { key: 'v', code: 'KeyV', keyCode: 86, ctrlKey: true, bubbles: true, cancelable: true };
  return terminal.textarea?.dispatchEvent(new KeyboardEvent('keydown', init)) ?? false;
}

function paste(terminal: Terminal, type: string, text = ''): void {
  const clipboardData = { types: [type], getData: () => text };
  const event = new Event('paste', { bubbles: true, cancelable: true });
  terminal.textarea?.dispatchEvent(Object.assign(event, { clipboardData }));
}

describe('Ctrl+V', () => {
  it.each(['Win32', 'Linux x86_64'])('is left to the browser on %s, whose paste is taken', (platform) => {
    const { terminal, typed, pasted } = openTerminal(platform);
    expect(pressPaste(terminal)).toBe(true);
    expect(typed).toEqual([]);
    paste(terminal, 'text/plain', 'hello');
    expect([typed, pasted]).toEqual([[], ['hello']]);
  });

  it("is the program's on a Mac, where another key pastes", () => {
    const { terminal, typed } = openTerminal('MacIntel');
    expect(pressPaste(terminal)).toBe(false);
    expect(typed).toEqual(['\x16']);
  });
});

describe('a paste', () => {
  it('[terminal 1 paste-bracketed] of text is not typed, whatever the terminal believes of brackets', async () => {
    const { terminal, typed, pasted } = openTerminal('Win32');
    await new Promise<void>((resolve) => terminal.write('\x1b[?2004h', resolve));
    paste(terminal, 'text/plain', 'two\nlines');
    expect([typed, pasted]).toEqual([[], ['two\nlines']]);
  });

  it('without text tells the program to look on the clipboard itself', () => {
    const { terminal, typed } = openTerminal('Win32');
    paste(terminal, 'image/png');
    expect(typed).toEqual(['\x16']);
  });
});

describe('a key with modifiers', () => {
  function press(platform: string, init: KeyboardEventInit): string[] {
    const { terminal, typed } = openTerminal(platform);
    const keydown = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    terminal.textarea?.dispatchEvent(keydown);
    return typed;
  }
  const enter = { key: 'Enter', code: 'Enter', keyCode: 13 };
  const letter = { key: 'K', code: 'KeyK', keyCode: 75 };

  it.each<[string, KeyboardEventInit, string]>([
    ['Enter', enter, '\r'],
    ['Shift+Enter', { ...enter, shiftKey: true }, '\x1b[13;2u'],
    ['Ctrl+Enter', { ...enter, ctrlKey: true }, '\x1b[13;5u'],
    ['Ctrl+Shift+Enter', { ...enter, ctrlKey: true, shiftKey: true }, '\x1b[13;6u'],
    ['Alt+Enter', { ...enter, altKey: true }, '\x1b\r'],
    ['Alt+Shift+Enter', { ...enter, altKey: true, shiftKey: true }, '\x1b[13;4u'],
    ['Ctrl+Shift+K', { ...letter, ctrlKey: true, shiftKey: true }, '\x1b[107;6u'],
    ['Ctrl+K', { ...letter, key: 'k', ctrlKey: true }, '\x0b'],
    ['Ctrl+1', { key: '1', code: 'Digit1', keyCode: 49, ctrlKey: true }, '\x1b[49;5u'],
    ['Ctrl+3', { key: '3', code: 'Digit3', keyCode: 51, ctrlKey: true }, '\x1b'],
    ['Alt+Up', { key: 'ArrowUp', code: 'ArrowUp', keyCode: 38, altKey: true }, '\x1b[1;3A'],
    ['Ctrl+Left', { key: 'ArrowLeft', code: 'ArrowLeft', keyCode: 37, ctrlKey: true }, '\x1b[1;5D'],
    ['Shift+Tab', { key: 'Tab', code: 'Tab', keyCode: 9, shiftKey: true }, '\x1b[Z'],
    ['Ctrl+Backspace', { key: 'Backspace', code: 'Backspace', keyCode: 8, ctrlKey: true }, '\b'],
  ])('%s is told apart where terminals tell it apart', (_, init, sent) => {
    expect(press('Linux x86_64', init)).toEqual([sent]);
  });

  it("is the input method's while a word is composed", () => {
    expect(press('Win32', { ...enter, shiftKey: true, isComposing: true })).not.toContain('\x1b[13;2u');
  });
});

describe('a key right after a composition', () => {
  const t = { key: 't', code: 'KeyT', keyCode: 84 };

  /** An input method composes é from a dead key, as browsers tell of it: all in one task. */
  function compose(textarea: HTMLTextAreaElement): void {
    const tell = (type: string, data: string) => textarea.dispatchEvent(Object.assign(new Event(type), { data }));
    tell('compositionstart', '');
    for (const data of ['´', 'é']) {
      tell('compositionupdate', data);
      textarea.value = textarea.value.replace(/´?$/, data);
    }
    tell('compositionend', 'é');
  }

  function openToCompose() {
    const { terminal, typed } = openTerminal('Linux x86_64');
    const { textarea } = terminal;
    if (!textarea) throw new Error('The terminal is not open');
    return { typed, textarea };
  }

  function press(textarea: HTMLTextAreaElement, init: KeyboardEventInit): void {
    textarea.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  }

  function composeThenPress(init: KeyboardEventInit) {
    const opened = openToCompose();
    compose(opened.textarea);
    press(opened.textarea, init);
    return opened;
  }
  /** What waits for a timer from now on, in its order; whatever is cleared is left out. */
  function takeTimers(): (() => void)[] {
    const waiting: (() => void)[] = [];
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((act) => {
      waiting.push(act);
      return act as unknown as ReturnType<typeof setTimeout>;
    });
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation((act) => {
      const index = waiting.indexOf(act as unknown as () => void);
      if (index >= 0) waiting.splice(index, 1);
    });
    return waiting;
  }

  const timersToRun = () => new Promise((resolve) => setTimeout(resolve));

  it.each<[string, KeyboardEventInit, string]>([
    ['a letter', t, 't'],
    ['a key that only we can send', { key: 'Enter', code: 'Enter', keyCode: 13, shiftKey: true }, '\x1b[13;2u'],
  ])('[terminal 6 ime] loses nothing of it, and comes after it: %s', async (_, init, sent) => {
    const { typed, textarea } = composeThenPress(init);
    await timersToRun();
    expect(typed.join('')).toBe(`é${sent}`);
    compose(textarea);
    await timersToRun();
    expect(typed.join('')).toBe(`é${sent}é`);
  });

  it.each<[string, number]>([
    ['it', 1],
    ['two of them that ended at once', 2],
  ])('[terminal 6 ime] comes after %s, once, between any two timers', (_, count) => {
    const timers = takeTimers();
    let steps = 0;
    do {
      for (const runTimer of timers.splice(0)) runTimer(); // those of opening it
      const { typed, textarea } = openToCompose();
      for (let made = 0; made < count; made += 1) compose(textarea);
      for (const runTimer of timers.splice(0, steps)) runTimer();
      press(textarea, t);
      steps += 1;
      expect(typed.join(''), `before step ${steps}`).toBe(`${'é'.repeat(count)}t`);
    } while (timers.length > 0);
    expect(steps).toBeGreaterThan(2);
  });

  it.each<[string, KeyboardEventInit]>([
    ['the input method', { key: 'Process', keyCode: 229 }],
    ['a modifier', { key: 'Shift', keyCode: 16 }],
  ])('[terminal 6 ime] leaves it to xterm where the key is of %s', async (_, init) => {
    const { typed } = composeThenPress(init);
    expect(typed).toEqual([]);
    await timersToRun();
    expect(typed).toEqual(['é']);
  });
});

describe('Ctrl+Shift+X', () => {
  const press = ({ textarea }: Terminal, type: 'keydown' | 'keyup', keyCode = 88) => {
    const key = { key: 'X', code: 'KeyX', keyCode, ctrlKey: true, shiftKey: true, bubbles: true, cancelable: true };
    return textarea?.dispatchEvent(new KeyboardEvent(type, key));
  };

  it('[coach explain-terminal] has something explained once, and no program sees it', () => {
    const { terminal, typed, explains } = openTerminal('Linux x86_64');
    expect([press(terminal, 'keydown'), press(terminal, 'keyup')]).toEqual([false, false]);
    expect([explains.mock.calls.length, typed]).toEqual([1, []]);
  });

  it("is the program's where nobody explains anything", () => {
    const { terminal, typed, explains, canExplain } = openTerminal('Linux x86_64');
    canExplain.mockReturnValue(false);
    press(terminal, 'keydown');
    expect([explains.mock.calls.length, typed]).toEqual([0, ['\x1b[120;6u']]);
  });
});
