import { encodeServerMessage, type ServerMessageType, type ServerPayload } from '@agent-factory/protocol/coach';

/** The socket of a page, as far as the coach needs it. */
export interface PageLink {
  send(text: string): void;
  /** Bytes not yet taken by the peer. */
  readonly waiting: number;
  /** Whether the student's own folders are theirs to see: a page of a lesson site knows of none. */
  readonly seesFolders: boolean;
  close(): void;
}

/** What a page has said of itself. Sizes are in CSS pixels. */
export interface PageFacts {
  readonly version: string;
  readonly platform: string;
  readonly windowSize: { readonly width: number; readonly height: number };
  /** ISO 8601. */
  readonly connectedAt: string;
  /** The size of its terminal, in cells, once it has one. */
  readonly terminal?: { readonly cols: number; readonly rows: number };
}

/** Bytes that a page may leave unread: more than the largest message, so that one file alone never closes it. */
export const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** Lines that one page may fill the log with; the first few say what is wrong with it. */
const MAX_WARNINGS = 20;

/** A page that is connected. It is told nothing of what happens until it has said hello. */
export class Page {
  readonly #link: PageLink;
  #warnings = 0;
  facts: PageFacts | undefined;

  constructor(link: PageLink) {
    this.#link = link;
  }

  get isGreeted(): boolean {
    return this.facts !== undefined;
  }

  get seesFolders(): boolean {
    return this.#link.seesFolders;
  }

  /** Whether one more of its messages is worth a line in the log. */
  mayWarn(): boolean {
    this.#warnings += 1;
    return this.#warnings <= MAX_WARNINGS;
  }

  tell<Type extends ServerMessageType>(type: Type, payload: ServerPayload<Type>, id?: string): void {
    this.send(encode(type, payload, id));
  }

  /** Whoever does not read is let go: it connects again, and is sent the state as it is then. */
  send(text: string): void {
    if (this.#link.waiting > MAX_WAITING_BYTES) this.close();
    else this.#link.send(text);
  }

  close(): void {
    this.#link.close();
  }
}

export function encode<Type extends ServerMessageType>(type: Type, payload: ServerPayload<Type>, id?: string): string {
  return encodeServerMessage(type, payload, { id, timestamp: Date.now() });
}
