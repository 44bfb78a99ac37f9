// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Chat } from '../../src/client/conversations/chat.js';
import { useLateTerminal } from '../../src/react/chat/panel/use-late-terminal.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A chat that notes when the terminal was looked at, in seconds from now. */
function watchedChat(look: () => Promise<void> = async () => {}) {
  const began = Date.now();
  const looks: number[] = [];
  const chat = {
    lookAtTerminal() {
      looks.push((Date.now() - began) / 1000);
      return look();
    },
  } as Chat;
  return { chat, looks };
}

describe('a terminal that may have an agent later', () => {
  test('is looked at ever more rarely, at last every half minute, while one is awaited', async () => {
    const { chat, looks } = watchedChat();
    const { rerender } = renderHook(({ on }) => useLateTerminal(chat, on), { initialProps: { on: false } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toEqual([]);
    rerender({ on: true });
    await vi.advanceTimersByTimeAsync(125_000);
    expect(looks.map((at) => at - 60)).toEqual([1, 3, 7, 15, 31, 61, 91, 121]);
    rerender({ on: false });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is left alone once its chat is gone, also by a look that is still under way', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { chat, looks } = watchedChat(() => answered);
    const { unmount } = renderHook(() => useLateTerminal(chat, true));
    await vi.advanceTimersByTimeAsync(1000);
    expect(looks).toEqual([1]);
    unmount();
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
