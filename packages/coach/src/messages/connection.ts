import { PracticeError } from '@agent-factory/protocol';
import {
  type ClientMessage,
  type ClientMessageType,
  type Decoded,
  decodeClientMessage,
} from '@agent-factory/protocol/coach';
import { Breath } from '../tree/breath.js';
import type { Page } from '../workplace/page.js';
import type { Workplace } from '../workplace/workplace.js';
import { contextOf, refuse } from './context.js';
import { route } from './router.js';

/** A page that is connected, as its socket sees it. */
export interface PageConnection {
  /**
   * Resolves when the message has been dealt with, or, if it only says where the student is, will be. Never throws:
   * whatever is wrong with it is answered.
   */
  receive(text: string): Promise<void>;
  /** The socket is closed. What the page has said before is still done. */
  close(): void;
}

/** Messages that only tell where the student is: of those that come at once, the last one says it all. */
const LATEST_COUNTS: readonly string[] = ['editor:selection'] satisfies ClientMessageType[];

/**
 * Deals with the messages of one page in their order, one after the other; others have their turn in between, however
 * many come.
 */
export class Connection implements PageConnection {
  readonly #workplace: Workplace;
  readonly #page: Page;
  readonly #onClose: () => void;
  readonly #breath = new Breath();
  #turn: Promise<void> = Promise.resolve();
  /** Whether something newer than this may still come in the same moment. */
  #held: ClientMessage | undefined;

  constructor(workplace: Workplace, page: Page, onClose: () => void) {
    this.#workplace = workplace;
    this.#page = page;
    this.#onClose = onClose;
  }

  receive(text: string): Promise<void> {
    return this.#inTurn(() => this.#handle(text));
  }

  close(): void {
    this.#workplace.audience.remove(this.#page);
    this.#onClose();
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(task);
    return this.#turn;
  }

  async #handle(text: string): Promise<void> {
    const decoded = decodeClientMessage(text);
    if (isOneOfMany(decoded) && this.#page.isGreeted) this.#hold(decoded.message);
    else {
      await this.#release();
      await this.#answer(decoded);
    }
    if (this.#breath.isDue()) await this.#breath.take();
  }

  /** Kept until all that has come with it was looked at. */
  #hold(message: ClientMessage): void {
    if (this.#held === undefined) setImmediate(() => void this.#inTurn(() => this.#release()));
    this.#held = message;
  }

  async #release(): Promise<void> {
    const message = this.#held;
    this.#held = undefined;
    if (message !== undefined) await this.#answer({ kind: 'message', message });
  }

  async #answer(decoded: Decoded<ClientMessage>): Promise<void> {
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
    if (this.#page.mayWarn()) this.#workplace.host.logWarning(`A page has sent an ${kind} message`, { type });
    if (decoded.kind === 'unknown')
      throw new PracticeError('unknown_message', `There is no message ${type}. Load the page again.`, { type });
    const message = 'The message cannot be read. Load the page again; it may be older than the practice server.';
    throw new PracticeError('invalid_message', message, { issues: decoded.issues });
  }
}

function isOneOfMany(decoded: Decoded<ClientMessage>): decoded is Extract<typeof decoded, { kind: 'message' }> {
  return decoded.kind === 'message' && LATEST_COUNTS.includes(decoded.message.type);
}

function typeOf(decoded: Decoded<ClientMessage>): { type?: string } {
  const type = decoded.kind === 'message' ? decoded.message.type : decoded.type;
  return type === undefined ? {} : { type };
}
