import { PracticeError } from '@agent-factory/protocol';
import type { Handler } from '../context.js';

export const resizeTerminal: Handler<'terminal:resize'> = async ({ cols, rows }, { page }) => {
  if (page.facts !== undefined) page.facts = { ...page.facts, terminal: { cols, rows } };
};

/** One socket for typing is enough, and that one knows who may. */
export const refuseInput: Handler<'terminal:input'> = async () => {
  const message = 'What is typed goes to the terminal through its own socket, /terminal/<session>.';
  throw new PracticeError('not_implemented', message, { type: 'terminal:input' });
};
