import type { Invariant } from '../invariant.js';

export const connected: Invariant = {
  name: 'connected',
  holds: 'every page is back on its session, and writes',
  needs: ['health', 'sessions'],
  async check({ sessions }) {
    const outcomes = await Promise.all(
      sessions.map((session) =>
        session.back().then(
          () => [],
          (error: Error) => [`${session.exerciseId}: ${error.message}`],
        ),
      ),
    );
    return outcomes.flat();
  },
};
