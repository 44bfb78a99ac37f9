import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../../fault.js';

const OPEN_FOR_MS = [300, 1500] as const;

export const socketHalfOpen: Fault = {
  name: 'socket-half-open',
  does: 'a page falls silent for good without closing, and the student goes on in a new one',
  after: 'the new page can take over from the silent one',
  // A reset would end what the new page comes back to.
  occupies: 'victim',
  async strike({ random, victim: session }) {
    session.page.socket?.pause();
    const silent = session.openAnotherPage();
    try {
      await session.back();
      await pause(random.between(...OPEN_FOR_MS));
      return [];
    } catch (error) {
      return [`${session.exerciseId}: ${error instanceof Error ? error.message : error}`];
    } finally {
      silent[Symbol.dispose]();
    }
  },
};
