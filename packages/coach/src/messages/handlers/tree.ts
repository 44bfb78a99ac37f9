import type { ClientMessageType } from '@agent-factory/protocol/coach';
import { type MessageContext, refuse } from '../context.js';

/**
 * The whole tree follows when it has been read: a large project takes its time, and the page can save meanwhile. What
 * the page was told in that time is told again, as the tree, which takes the place of what the page has, may lack it.
 */
export function sendTree(context: MessageContext, type: ClientMessageType): void {
  context.workplace.trees.ask({
    onTree(root, since) {
      context.answer('fs:tree', { root });
      for (const update of since) context.page.tell('fs:tree_update', update);
    },
    onFailure: (error) => refuse(context, error, { type }),
  });
}
