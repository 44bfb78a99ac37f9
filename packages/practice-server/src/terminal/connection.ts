import { type ClientFrame, decodeClientText } from '@agent-factory/protocol';
import type { RawData, WebSocket } from 'ws';
import type { Channel, Guest } from './channel.js';
import { Viewer } from './viewer.js';

/** A browser says its size as soon as the connection opens; one that has not after this long never will. */
const FIRST_FRAME_TIMEOUT_MS = 10_000;
/** Spec for stale connections: a protocol-level ping every 25 s. */
const PING_INTERVAL_MS = 25_000;
/** A tab that parses a flood answers no pings; while output is unacknowledged it may be silent this long. */
const BUSY_DEADLINE_MS = 5 * 60_000;

/** Reads one browser's frames and carries them to its channel, from the first frame to the close. */
export function serveConnection(socket: WebSocket, channel: Channel): void {
  new Connection(socket, channel).start();
}

class Connection {
  readonly #socket: WebSocket;
  readonly #channel: Channel;
  readonly #viewer: Viewer;
  #guest: Guest | undefined;
  #lastHeardAt = performance.now();
  #firstFrame: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, channel: Channel) {
    this.#socket = socket;
    this.#channel = channel;
    this.#viewer = new Viewer(socket);
  }

  start(): void {
    this.#firstFrame = setTimeout(() => this.#viewer.close('timed_out', 'no resize frame'), FIRST_FRAME_TIMEOUT_MS);
    this.#heartbeat = setInterval(() => this.#checkAlive(), PING_INTERVAL_MS);
    this.#socket.on('message', (data, isBinary) => this.#handleMessage(data, isBinary));
    this.#socket.on('pong', () => this.#heard());
    this.#socket.on('close', () => this.#handleClose());
  }

  #handleMessage(data: RawData, isBinary: boolean): void {
    // Frames behind a refused one still arrive until the other side has closed; they count no more.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#heard();
    if (isBinary) this.#handleInput(toBuffer(data));
    else this.#handleText(toBuffer(data).toString());
  }

  #handleText(text: string): void {
    const decoded = decodeClientText(text);
    if (decoded.kind === 'input') this.#handleInput(Buffer.from(decoded.text));
    else if (decoded.kind === 'control') this.#handleFrame(decoded.frame);
    else this.#refuse(decoded.issues.join('; '));
  }

  /** Keys of a connection that is not the writer go nowhere: its page shows that. */
  #handleInput(data: Buffer): void {
    this.#guest?.attachment?.write(data);
  }

  #handleFrame(frame: ClientFrame): void {
    switch (frame.type) {
      case 'ping':
        this.#viewer.send({ type: 'pong' });
        break;
      case 'resize':
        this.#handleResize(frame);
        break;
      case 'takeover':
        if (this.#guest === undefined) this.#refuse('the first frame has to be resize');
        else this.#channel.takeOver(this.#guest);
        break;
      case 'ack':
        // An acknowledgement that arrives after the attachment is gone has nothing left to say.
        if (this.#guest?.attachment?.acknowledge(frame.bytes) === false)
          this.#refuse('acknowledged more than was sent');
    }
  }

  #handleResize({ cols, rows }: { cols: number; rows: number }): void {
    const size = { cols, rows };
    if (this.#guest !== undefined) {
      this.#guest.size = size;
      this.#guest.attachment?.resize(size);
      return;
    }
    clearTimeout(this.#firstFrame);
    this.#guest = { viewer: this.#viewer, size, attachment: undefined };
    this.#channel.join(this.#guest);
  }

  #refuse(why: string): void {
    this.#viewer.sendError('invalid_frame', why);
    this.#viewer.close('protocol_error', why);
  }

  #heard(): void {
    this.#lastHeardAt = performance.now();
  }

  #checkAlive(): void {
    const busy = (this.#guest?.attachment?.unacknowledgedBytes ?? 0) > 0;
    const deadline = busy ? BUSY_DEADLINE_MS : 2 * PING_INTERVAL_MS;
    if (performance.now() - this.#lastHeardAt > deadline) this.#socket.terminate();
    else this.#socket.ping();
  }

  #handleClose(): void {
    clearTimeout(this.#firstFrame);
    clearInterval(this.#heartbeat);
    if (this.#guest !== undefined) this.#channel.leave(this.#guest);
  }
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
