import type { Invariant } from '../invariant.js';
import { comeToPrompt } from '../student/shell.js';

export const answering: Invariant = {
  name: 'answering',
  holds: 'whatever the student types into the page reaches the shell, and its answer the page',
  needs: ['health', 'sessions', 'connected'],
  async check({ sessions }) {
    const outcomes = await Promise.all(
      sessions.map((session) =>
        comeToPrompt(session).then(
          () => [],
          (error: Error) => [`${session.exerciseId}: ${error.message}`],
        ),
      ),
    );
    return outcomes.flat();
  },
};
