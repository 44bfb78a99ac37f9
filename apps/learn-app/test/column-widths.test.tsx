// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSheetWidth } from '../src/components/TeachMePanel/use-sheet-width';
import { useTerminalWidth } from '../src/components/TeachMePanel/use-terminal-width';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The columns in a window of this many CSS pixels. */
function columns(window: number) {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(window);
  const { result } = renderHook(() => {
    const sheet = useSheetWidth('two_tabs');
    return { sheet, terminal: useTerminalWidth(sheet.value) };
  });
  const widths = () => {
    const { sheet, terminal } = result.current;
    return { lesson: window - sheet.value, chat: sheet.value - terminal.value, terminal: terminal.value };
  };
  return { result, widths };
}

describe('lesson, chat and terminal side by side', () => {
  it.each([
    [1350, { lesson: 380, chat: 320, terminal: 650 }],
    [1440, { lesson: 461, chat: 329, terminal: 650 }],
    [2560, { lesson: 1240, chat: 660, terminal: 660 }],
  ])('have the width they need in a window of %i pixels', (window, expected) => {
    expect(columns(window).widths()).toEqual(expected);
  });

  it('are as wide as the student makes them, within what each needs, and stay so', () => {
    const { result, widths } = columns(1440);
    act(() => result.current.terminal.set(500));
    expect(widths()).toEqual({ lesson: 461, chat: 479, terminal: 500 });
    act(() => result.current.terminal.set(5000));
    expect(widths()).toMatchObject({ chat: 320 });
    act(() => result.current.sheet.set(5000));
    expect(widths()).toMatchObject({ lesson: 380 });
    cleanup();
    expect(columns(1440).widths()).toMatchObject({ lesson: 380 });
  });
});
