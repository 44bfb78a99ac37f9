/** As much of a WebSocket as is used here: a browser's has it, and so has that of the package `ws`. */
export interface PlainSocket {
  readonly readyState: number;
  readonly bufferedAmount: number;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number }) => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export type OpenSocket = (url: string) => PlainSocket;

/** `WebSocket.OPEN`. */
const OPEN = 1;

interface SocketHandlers {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onEnd: (code: number) => void;
}

/** One socket from its opening to its end. After `dispose`, nothing that it still receives reaches anyone. */
export class CoachSocket {
  readonly #socket: PlainSocket;
  #over = false;

  constructor(socket: PlainSocket, handlers: SocketHandlers) {
    this.#socket = socket;
    socket.onopen = () => this.#unlessOver(handlers.onOpen);
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.#unlessOver(() => handlers.onText(data));
    };
    socket.onclose = ({ code }) =>
      this.#unlessOver(() => {
        this.#over = true;
        handlers.onEnd(code);
      });
    socket.onerror = () => {}; // `onclose` follows, with all that is known
  }

  /** Bytes that the network has not taken yet. */
  get waitingBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(text: string): boolean {
    if (this.#over || this.#socket.readyState !== OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  dispose(): void {
    if (this.#over) return;
    this.#over = true;
    this.#socket.close();
  }

  #unlessOver(task: () => void): void {
    if (!this.#over) task();
  }
}
