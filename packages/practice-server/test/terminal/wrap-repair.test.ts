import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WrapRepair } from '../../src/terminal/wrap-repair.js';

/** What tmux 3.3 sends of a line that wraps at the bottom: a character, and only then the clearing of its line. */
const LOST = '\n\x1b[38;2;95;95;95m▀\x1b[39m\r\x1b[K\x1b[C\x1b[38;2;95;95;95m▀▀▀';

describe('[terminal 3 wraps] a character that tmux clears when it has drawn it', () => {
  const redraw = vi.fn();
  let repair: WrapRepair;

  beforeEach(() => {
    vi.useFakeTimers();
    redraw.mockClear();
    repair = new WrapRepair(redraw);
  });

  afterEach(() => {
    repair.dispose();
    vi.useRealTimers();
  });

  const prints = (text: string) => repair.handleOutput(Buffer.from(text));

  test('is drawn again within a tenth of a second', () => {
    prints(LOST);
    vi.advanceTimersByTime(100);
    expect(redraw).toHaveBeenCalledOnce();
  });

  test('is noticed wherever the output is cut, and behind a wide character', () => {
    for (let at = 1; at < LOST.length; at++) {
      prints(LOST.slice(0, at));
      prints(LOST.slice(at));
      vi.advanceTimersByTime(100);
      expect(redraw).toHaveBeenCalledTimes(at);
    }
    redraw.mockClear();
    prints('\n漢\r\x1b[K\x1b[2C字');
    vi.advanceTimersByTime(100);
    expect(redraw).toHaveBeenCalledOnce();
  });

  test('costs ten screens a second at most, and none once all is drawn', () => {
    for (let ms = 0; ms < 1000; ms += 10) {
      prints(LOST);
      vi.advanceTimersByTime(10);
    }
    expect(redraw).toHaveBeenCalledTimes(10);
    vi.advanceTimersByTime(1000);
    expect(redraw).toHaveBeenCalledTimes(10);
  });

  test('is not seen in a prompt that is drawn anew, nor after the end', () => {
    prints('\r\x1b[K\x1b[32mstudent\x1b[m$ \r\n\x1b[K\r\n\x1b[K\x1b[12C');
    vi.advanceTimersByTime(1000);
    prints(LOST);
    repair.dispose();
    vi.advanceTimersByTime(1000);
    expect(redraw).not.toHaveBeenCalled();
  });
});
