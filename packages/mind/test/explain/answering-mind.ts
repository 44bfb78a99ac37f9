import type { CoachMind as Mind } from '@agent-factory/coach/workplace';
import { answerExplain } from '../../src/explain/answer.js';
import { answerReview, answerSubmission } from '../../src/katas/answer.js';
import type { MindDesk } from '../fixtures/mind-desk.js';

/** Gives a desk a mind that explains and reviews, and nothing else. */
export function letAnswer(desk: MindDesk): void {
  const mind: Mind = {
    answer: async (message, context) => {
      if (message.type === 'user:explain') return answerExplain(desk.room, message.payload, context);
      if (message.type === 'user:review') return answerReview(desk.room, message.payload, context);
      if (message.type === 'practice:submit_solution') return answerSubmission(desk.room, message.payload, context);
      throw new Error(`Nobody answers ${message.type} here`);
    },
    callTool: () => Promise.reject(new Error('There are no tools here')),
    greet: () => undefined,
    sessionBegan: () => undefined,
    sessionEnded: () => undefined,
    onAction: () => undefined,
    onTyped: () => undefined,
  };
  desk.mind = mind;
}
