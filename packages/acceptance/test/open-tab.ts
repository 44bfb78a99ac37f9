import { type ClientFrame, decodeServerFrame, encodeClientFrame, type ServerFrame } from '@agent-factory/protocol';
import { WebSocket } from 'ws';
import { waitUntil } from '../src/machine/wait-until.js';

const GRID = { cols: 120, rows: 40 };
/** Enough of the output to find words in. */
const KEPT_LENGTH = 64 * 1024;

/** A tab as the daemon sees it: it attaches, and acknowledges everything as soon as it is there. */
export class OpenTab implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly frames: ServerFrame[] = [];
  closeCode: number | undefined;
  receivedBytes = 0;
  #recent = '';

  constructor(wsUrl: string, origin: string) {
    this.socket = new WebSocket(wsUrl, { origin });
    this.socket.on('open', () => this.send({ type: 'resize', ...GRID }));
    this.socket.on('message', (data, isBinary) => this.#handleMessage(data as Buffer, isBinary));
    this.socket.on('close', (code) => {
      this.closeCode = code;
    });
    this.socket.on('error', () => {});
  }

  send(frame: ClientFrame): void {
    this.socket.send(encodeClientFrame(frame));
  }

  type(keys: string | Buffer): void {
    this.socket.send(Buffer.from(keys));
  }

  attached(): Promise<ServerFrame> {
    return this.frame('attached');
  }

  frame(type: ServerFrame['type']): Promise<ServerFrame> {
    return waitUntil(
      () => this.frames.find((frame) => frame.type === type),
      () => `no frame ${type}; the tab was closed with ${this.closeCode} and shows:\n${this.#recent.slice(-1000)}`,
      60_000,
    );
  }

  /** Waits until this was printed since the last wait. */
  async shows(text: string, withinMs = 60_000): Promise<void> {
    await waitUntil(
      () => this.#recent.includes(text) || undefined,
      () => `"${text}" never came; the tab was closed with ${this.closeCode} and shows:\n${this.#recent.slice(-1000)}`,
      withinMs,
    );
    this.#recent = '';
  }

  /** Resolves when the network has taken so much that no more than this is left. */
  async sendsAllBut(bytes: number): Promise<void> {
    while (this.socket.bufferedAmount > bytes) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.close();
    await waitUntil(
      () => this.closeCode,
      () => 'the tab never closed',
    );
  }

  #handleMessage(data: Buffer, isBinary: boolean): void {
    if (isBinary) {
      this.receivedBytes += data.length;
      this.#recent = (this.#recent + data.toString('latin1')).slice(-KEPT_LENGTH);
      this.send({ type: 'ack', bytes: this.receivedBytes });
      return;
    }
    const frame = decodeServerFrame(data.toString());
    if (frame.ok) this.frames.push(frame.value);
  }
}
