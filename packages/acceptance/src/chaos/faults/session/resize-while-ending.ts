import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../../fault.js';
import { endSome } from './ending.js';

/** As many sizes as a window that is dragged sends while a program takes its time to end. */
const SIZES = 30;
const FRAME_MS = 5;

export const resizeWhileEnding: Fault = {
  name: 'resize-while-ending',
  does: 'sessions end while their pages are resized',
  after: 'the daemon lives, the pages are told, and the new sessions run',
  occupies: 'all',
  strike: ({ world, random }) =>
    endSome(world.sessions, async (session) => {
      for (let sizes = 0; sizes < SIZES; sizes += 1) {
        session.resize({ cols: random.between(60, 160), rows: random.between(12, 50) });
        await pause(FRAME_MS);
      }
    }),
};
