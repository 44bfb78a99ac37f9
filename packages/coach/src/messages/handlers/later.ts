import { PracticeError } from '@agent-factory/protocol';
import type { ClientMessageType } from '@agent-factory/protocol/coach';
import type { Handler, MessageContext } from '../context.js';

/** Says that this daemon does not do what a message asks for. */
export function refuseLater<Type extends ClientMessageType>(type: Type): Handler<Type> {
  return async (_payload, context) => refuse(type, context);
}

/** That the student has asked is worth knowing, also where nobody answers. */
export const refuseExplaining: Handler<'user:explain'> = async ({ path, range }, context) => {
  context.workplace.session.log('explain_requested', { path, range });
  refuse('user:explain', context);
};

export const refuseReviewing: Handler<'user:review'> = async (_payload, context) => {
  context.workplace.session.log('review_requested', {});
  refuse('user:review', context);
};

function refuse(type: ClientMessageType, { workplace, page }: MessageContext): never {
  const projectId = workplace.place.project.id;
  if (page.mayWarn())
    workplace.host.logWarning('A page asked for something that this version does not do', { projectId, type });
  const message = `This version does not do ${type}. A later one may; ask your tutor in the terminal meanwhile.`;
  throw new PracticeError('not_implemented', message, { type });
}
