import type { Act } from '../act.js';

const ENDED_WITHIN_MS = 8000;

/** Starts over. The archive has to hold what was there. */
export const reset: Act = {
  name: 'reset',
  share: 1,
  inShell: false,
  async act({ session }) {
    await session.reset();
    await session.page.ended(ENDED_WITHIN_MS);
    await session.begin();
  },
};
