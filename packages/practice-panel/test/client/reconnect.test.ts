import { describe, expect, it } from 'vitest';
import { reconnectStep } from '../../src/client/terminal/reconnect.js';

describe('the reconnect schedule', () => {
  it('[practice-environment 1.5 ws-temporary] [practice-environment 4.5 delays] waits 1, 2, 4, 8 and 16 seconds', () => {
    const delays = [0, 1, 2, 3, 4].map((failures) => reconnectStep(failures));
    expect(delays).toEqual(
      [1000, 2000, 4000, 8000, 16_000].map((delayMs, index) => ({ kind: 'wait', attempt: index + 1, delayMs })),
    );
  });

  it('[practice-environment 1.5 ws-permanent] leaves it to the student after five failures', () => {
    expect(reconnectStep(5)).toEqual({ kind: 'give_up' });
  });
});
