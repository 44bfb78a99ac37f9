import type { Multiplexer } from './multiplexer.js';
import type { TunnelClose } from './wire.js';

/** What a tunnel is to whoever holds one of its two ends. */
export abstract class TunnelEnd implements AsyncDisposable {
  protected abstract readonly mux: Multiplexer;
  /** Whose end it is, in the words of the one at the other end. */
  protected abstract readonly owner: string;

  /** Resolves when the tunnel is no more, with the reason. It never rejects. */
  get closed(): Promise<TunnelClose> {
    return this.mux.closed;
  }

  /** Connections that are open now. */
  get streams(): number {
    return this.mux.streams.size;
  }

  /** Bytes that this end holds in memory. */
  get bufferedBytes(): number {
    return this.mux.bufferedBytes;
  }

  /**
   * Sends the other end a JSON value. False if the tunnel is closed.
   * @throws RangeError for one of more than 4 MB.
   */
  send(message: unknown): boolean {
    return this.mux.send(message);
  }

  close(message = `The ${this.owner} has closed the tunnel.`): void {
    this.mux.close({ reason: 'closed', message });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
    await this.closed;
  }
}
