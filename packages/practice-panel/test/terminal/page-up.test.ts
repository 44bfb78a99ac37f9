import type { Terminal } from '@xterm/xterm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageUp } from '../../src/terminal/history/gestures/page-up.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that asks once, and whose answer comes when it is told. */
function start() {
  const done: string[] = [];
  let answer = (_scrolls: boolean) => {};
  const history = {
    takesPageUp: () =>
      new Promise<boolean>((resolve) => {
        done.push('asked');
        answer = resolve;
      }),
    scrollPages: (pages: number) => done.push(`scrolled ${pages}`),
  };
  const live = { input: (data: string) => done.push(`typed ${JSON.stringify(data)}`) };
  const pageUp = new PageUp(live as unknown as Terminal, history);
  const answers = async (scrolls: boolean) => {
    answer(scrolls);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { pageUp, done, answers };
}

describe('PageUp', () => {
  it('scrolls where the program has no use for it, as often as it was pressed', async () => {
    const { pageUp, done, answers } = start();
    pageUp.press();
    pageUp.press();
    await answers(true);
    expect(done).toEqual(['asked', 'scrolled -2']);
    pageUp.press();
    await answers(true);
    expect(done.slice(2)).toEqual(['asked', 'scrolled -1']);
  });

  it('is the program’s otherwise', async () => {
    const { pageUp, done, answers } = start();
    pageUp.press();
    pageUp.press();
    await answers(false);
    expect(done).toEqual(['asked', 'typed "\\u001b[5~\\u001b[5~"']);
  });

  it('comes before what is typed behind it, and then scrolls no more', async () => {
    const { pageUp, done, answers } = start();
    pageUp.press();
    pageUp.giveToProgram();
    pageUp.giveToProgram();
    await answers(true);
    expect(done).toEqual(['asked', 'typed "\\u001b[5~"']);
  });

  it('is the program’s where nobody answers in time', async () => {
    const { pageUp, done, answers } = start();
    pageUp.press();
    await vi.advanceTimersByTimeAsync(1000);
    expect(done).toEqual(['asked', 'typed "\\u001b[5~"']);
    await answers(true);
    expect(done.length).toBe(2);
  });
});
