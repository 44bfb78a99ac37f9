import type { ClientMessageType } from '@agent-factory/protocol/coach';
import { type MessageContext, refuse } from '../context.js';

/** The whole tree follows when it has been read: a large project takes its time, and the page can save meanwhile. */
export function sendTree(context: MessageContext, type: ClientMessageType): void {
  context.workplace.trees.ask({
    onTree: (root) => context.answer('fs:tree', { root }),
    onFailure: (error) => refuse(context, error, { type }),
  });
}
