import { setTimeout as pause } from 'node:timers/promises';
import type { Act } from '../act.js';

/** A frame of a screen: how often a window that is dragged changes. */
const FRAME_MS = 16;

/** Drags the window's edge, and lets go. */
export const resize: Act = {
  name: 'resize',
  share: 3,
  inShell: false,
  async act({ session, random }) {
    for (let sizes = random.between(1, 20); sizes > 0; sizes -= 1) {
      session.resize({ cols: random.between(60, 160), rows: random.between(12, 50) });
      await pause(FRAME_MS);
    }
  },
};
