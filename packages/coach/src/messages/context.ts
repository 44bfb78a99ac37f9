import { PracticeError } from '@agent-factory/protocol';
import type { ClientMessageType, ClientPayload, ServerMessageType, ServerPayload } from '@agent-factory/protocol/coach';
import type { Page } from '../workplace/page.js';
import type { Workplace } from '../workplace/workplace.js';

/** What a handler has besides the payload. */
export interface MessageContext {
  readonly workplace: Workplace;
  readonly page: Page;
  /** Tells the page that asked, with the id of what it has asked. */
  answer<Type extends ServerMessageType>(type: Type, payload: ServerPayload<Type>): void;
  /** Tells all pages; the one that asked knows by the id that it is for it. */
  broadcast<Type extends ServerMessageType>(type: Type, payload: ServerPayload<Type>): void;
}

/** Throws a PracticeError for what the page is told by `connection:error`. */
export type Handler<Type extends ClientMessageType> = (
  payload: ClientPayload<Type>,
  context: MessageContext,
) => Promise<void>;

export function contextOf(workplace: Workplace, page: Page, id: string | undefined): MessageContext {
  return {
    workplace,
    page,
    answer: (type, payload) => page.tell(type, payload, id),
    broadcast: (type, payload) => workplace.audience.broadcast(type, payload, { id }),
  };
}

/** Tells the page that asked why nothing comes of it. What is no refusal is a bug, and logged. */
export function refuse({ workplace, answer }: MessageContext, error: unknown, facts: { readonly type?: string }): void {
  const { code, message, facts: more } = error instanceof PracticeError ? error : broken(error);
  if (code === 'internal') workplace.host.logFailure(error, 'A message of a page could not be dealt with');
  answer('connection:error', { code, message, context: { ...facts, ...more } });
}

function broken(cause: unknown): PracticeError {
  const message = 'Something went wrong in the practice server; its log has the details. Nothing of yours was lost.';
  return new PracticeError('internal', message, {}, { cause });
}
