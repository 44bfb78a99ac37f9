import type { PracticeError } from '@agent-factory/protocol';
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

export function refusal(error: PracticeError, facts: Record<string, unknown> = {}): ServerPayload<'connection:error'> {
  return { code: error.code, message: error.message, context: { ...facts, ...error.facts } };
}
