import { scanTree } from '../../tree/scan-tree.js';
import { withState } from '../../workplace/state.js';
import type { Handler, MessageContext } from '../context.js';

/** Answers with all that a page has to know; the tree follows when it has been read. */
export const greet: Handler<'connection:hello'> = async (facts, context) => {
  await withState(context.workplace, (state) => {
    context.page.facts = { ...facts, connectedAt: new Date().toISOString() };
    context.answer('connection:init', state);
  });
  // Not waited for: a large project takes its time, and the page can open files meanwhile.
  void sendTree(context);
};

async function sendTree({ workplace, answer }: MessageContext): Promise<void> {
  try {
    answer('fs:tree', { root: await scanTree(workplace.disk.folder) });
  } catch (error) {
    workplace.host.logFailure(error, 'The tree of a project could not be read');
  }
}
