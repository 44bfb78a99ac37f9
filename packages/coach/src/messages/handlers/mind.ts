import { PracticeError } from '@agent-factory/protocol';
import type { MindMessage, MindMessageType } from '../../mind/mind.js';
import { type Handler, type MessageContext, refuse } from '../context.js';

/**
 * Leaves it to the mind to answer, in its own time: whatever else the page says does not wait for a model. Refused with
 * `not_implemented` where the daemon has no mind.
 */
export function think<Type extends MindMessageType>(type: Type): Handler<Type> {
  return async (payload, context) => {
    void answer({ type, payload } as MindMessage, context).catch((error) => refuse(context, error, { type }));
  };
}

async function answer(message: MindMessage, context: MessageContext): Promise<void> {
  const { host, place, mind } = context.workplace;
  const loaded = await mind.load();
  if (loaded !== undefined) return loaded.answer(message, context as never);
  const { type } = message;
  if (context.page.mayWarn())
    host.logWarning('A page asked for something that this version does not do', { projectId: place.project.id, type });
  const words = `This version does not do ${type}. A later one may; ask your tutor in the terminal meanwhile.`;
  throw new PracticeError('not_implemented', words, { type });
}
