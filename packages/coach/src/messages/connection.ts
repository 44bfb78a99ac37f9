import { PracticeError } from '@agent-factory/protocol';
import { type ClientMessage, type Decoded, decodeClientMessage } from '@agent-factory/protocol/coach';
import type { Page } from '../workplace/page.js';
import type { Workplace } from '../workplace/workplace.js';
import { contextOf, refuse } from './context.js';
import { route } from './router.js';

/** A page that is connected, as its socket sees it. */
export interface PageConnection {
  /** Resolves when the message has been dealt with. Never throws: whatever is wrong with it is answered. */
  receive(text: string): Promise<void>;
  /** The socket is closed. What the page has said before is still done. */
  close(): void;
}

/** Deals with the messages of one page in their order, one after the other. */
export class Connection implements PageConnection {
  readonly #workplace: Workplace;
  readonly #page: Page;
  readonly #onClose: () => void;
  #turn: Promise<void> = Promise.resolve();

  constructor(workplace: Workplace, page: Page, onClose: () => void) {
    this.#workplace = workplace;
    this.#page = page;
    this.#onClose = onClose;
  }

  receive(text: string): Promise<void> {
    this.#turn = this.#turn.then(() => this.#handle(text));
    return this.#turn;
  }

  close(): void {
    this.#workplace.audience.remove(this.#page);
    this.#onClose();
  }

  async #handle(text: string): Promise<void> {
    const decoded = decodeClientMessage(text);
    const id = decoded.kind === 'message' ? decoded.message.id : decoded.id;
    try {
      const message = this.#required(decoded);
      await route(message, contextOf(this.#workplace, this.#page, id));
    } catch (error) {
      refuse(contextOf(this.#workplace, this.#page, id), error, typeOf(decoded));
    }
  }

  /** Throws for what is no message that there is, or not now. */
  #required(decoded: Decoded<ClientMessage>): ClientMessage {
    const { isGreeted } = this.#page;
    if (decoded.kind === 'message') {
      const isHello = decoded.message.type === 'connection:hello';
      if (isGreeted || isHello) return decoded.message;
      throw new PracticeError('invalid_message', 'The first message has to be connection:hello.', { issues: [] });
    }
    const { kind, type } = { type: undefined, ...decoded };
    this.#workplace.host.logWarning(`A page has sent an ${kind} message`, { type });
    if (decoded.kind === 'unknown')
      throw new PracticeError('unknown_message', `There is no message ${type}. Load the page again.`, { type });
    const message = 'The message cannot be read. Load the page again; it may be older than the practice server.';
    throw new PracticeError('invalid_message', message, { issues: decoded.issues });
  }
}

function typeOf(decoded: Decoded<ClientMessage>): { type?: string } {
  const type = decoded.kind === 'message' ? decoded.message.type : decoded.type;
  return type === undefined ? {} : { type };
}
