import type { CoachingForm } from './coaching-form.js';

/**
 * Cursor's CLI, according to its documentation: a mode in which it only reads and answers. It knows servers from its
 * own files alone, so it gets no tools of the coach; and over ACP, the mode is chosen in the conversation.
 */
export const cursorCoach: CoachingForm = {
  hasTools: false,
  hasChat: false,
  prepare: async () => ({ args: ['--mode', 'ask'], environment: {}, files: [], links: [] }),
};
