import { describe, expect, it } from 'vitest';
import { ScreenKeys, withCtrl } from '../../src/terminal/input/screen-keys.js';

function keys(applicationCursorKeysMode = false) {
  const typed: string[] = [];
  const terminal = { input: (text: string) => typed.push(text), modes: { applicationCursorKeysMode } };
  return { keys: new ScreenKeys(terminal as never), typed };
}

describe('the keys beside a terminal', () => {
  it('send what a keyboard would', () => {
    const { keys: bar, typed } = keys();
    for (const key of ['Escape', 'Tab', 'Up', '|'] as const) bar.press(key);
    expect(typed).toEqual(['\x1b', '\t', '\x1b[A', '|']);
  });

  it('send arrows as the program has asked for them', () => {
    const { keys: bar, typed } = keys(true);
    bar.press('Left');
    expect(typed).toEqual(['\x1bOD']);
  });

  it('hold Ctrl for one key, wherever it comes from', () => {
    const { keys: bar } = keys();
    bar.toggleCtrl();
    expect(bar.getSnapshot()).toBe(true);
    expect(bar.modify('c')).toBe('\x03');
    expect(bar.getSnapshot()).toBe(false);
    expect(bar.modify('c')).toBe('c');
  });

  it('let go of Ctrl when it is pressed again', () => {
    const { keys: bar } = keys();
    bar.toggleCtrl();
    bar.toggleCtrl();
    expect(bar.modify('c')).toBe('c');
  });
});

describe('a key with Ctrl', () => {
  it.each([
    ['a', '\x01'],
    ['Z', '\x1a'],
    ['[', '\x1b'],
    ['_', '\x1f'],
    [' ', '\0'],
    ['?', '\x7f'],
    ['\x1b[D', '\x1b[1;5D'],
    ['\x1bOC', '\x1b[1;5C'],
    ['é', 'é'],
    ['word', 'word'],
    ['1', '1'],
  ])('%j is %j', (typed, sent) => {
    expect(withCtrl(typed)).toBe(sent);
  });
});
