import { withState } from '../../workplace/state.js';
import type { Handler } from '../context.js';
import { sendTree } from './tree.js';

/** Answers with all that a page has to know. */
export const greet: Handler<'connection:hello'> = async (facts, context) => {
  await withState(context.workplace, (state) => {
    context.page.facts = { ...facts, connectedAt: new Date().toISOString() };
    context.answer('connection:init', state);
  });
  const { workplace, page } = context;
  if (workplace.session.current !== undefined) workplace.mind.wake((mind) => mind.greet(page, workplace));
  sendTree(context, 'connection:hello');
};
