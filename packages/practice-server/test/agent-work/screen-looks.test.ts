import type { AgentState } from '@agent-factory/protocol/events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ScreenLooks } from '../../src/agent-work/screen-looks.js';

let screen: string;
let state: AgentState;
let told: AgentState[];
let looks: ScreenLooks;

function begin(first: AgentState, isToldOfRest = true): void {
  looks = new ScreenLooks({
    look: async () => screen,
    asks: (shown) => shown.includes('May I?'),
    isToldOfRest,
    state: () => state,
    onNews: (news) => {
      told.push(news.state);
      set(news.state);
    },
    onFailure: (error) => {
      throw error;
    },
  });
  set(first);
}

function set(next: AgentState): void {
  state = next;
  looks.handleState(next);
}

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  [screen, told] = ['some text', []];
});
afterEach(() => {
  looks.close();
  vi.useRealTimers();
});

describe('the screen of an agent', () => {
  test('takes back no question that it has never shown: a hook knows better', async () => {
    begin('asking');
    await after(120_000);
    expect(told).toEqual([]);
  });

  test('tells of a question, and, soon after a key, that it was answered', async () => {
    begin('working');
    screen = 'May I?';
    await after(1000);
    expect(told).toEqual(['asking']);
    await after(60_000);
    screen = 'some text';
    looks.handleKey();
    await after(400);
    expect(told).toEqual(['asking', 'working']);
  });

  test.each([
    ['at work, which tells when it rests', 'working', true, 30_000],
    ['at work, which does not', 'working', false, 4000],
    ['that starts', 'starting', true, 8000],
  ] as const)('that stands still shows that an agent rests: one %s', async (_, first, isToldOfRest, ms) => {
    begin(first, isToldOfRest);
    await after(ms);
    expect(told).toEqual([]);
    await after(2000);
    expect(told).toEqual(['waiting']);
  });

  test('that moves, or is still empty, shows nothing', async () => {
    begin('working', false);
    for (let second = 0; second < 60; second += 1) {
      screen = `${second} s`;
      await after(1000);
    }
    screen = '\n\n';
    await after(60_000);
    expect(told).toEqual([]);
  });
});
