import { AsyncResource } from 'node:async_hooks';
import { type ClientFrame, decodeClientText, type GridSize } from '@agent-factory/protocol';
import type { WebSocket } from 'ws';
import type { Channel } from './channel.js';
import { Guest } from './guest.js';
import { Intake, type Message } from './intake.js';
import { Paste, type PasteOutcome } from './paste.js';
import { Viewer } from './viewer.js';

/** A browser reports its size as soon as the connection opens; one that has not done so by then never will. */
const FIRST_FRAME_TIMEOUT_MS = 10_000;
/** Spec for stale connections: a protocol-level ping every 25 s. */
const PING_INTERVAL_MS = 25_000;
/** A tab that parses a flood answers no pings; while output is unacknowledged it may be silent this long. */
const BUSY_DEADLINE_MS = 5 * 60_000;

const SIZE_FIRST = 'the first frame has to be resize';

/**
 * Reads one browser's frames and passes them to its channel, from the first frame to the close. One whose size is known
 * joins at once.
 */
export function serveConnection(socket: WebSocket, channel: Channel, size?: GridSize): void {
  new Connection(socket, channel).start(size);
}

class Connection {
  readonly #socket: WebSocket;
  readonly #channel: Channel;
  readonly #viewer: Viewer;
  readonly #intake: Intake;
  #guest: Guest | undefined;
  readonly #leaveWaiting: () => void;
  #lastHeardAt = performance.now();
  #firstFrame: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, channel: Channel) {
    this.#socket = socket;
    this.#channel = channel;
    this.#viewer = new Viewer(socket);
    this.#leaveWaiting = channel.enter(this.#viewer);
    // Events of a socket run in the async context of its upgrade request; a failure has to end this connection.
    this.#intake = new Intake(
      socket,
      AsyncResource.bind((message: Message) => this.#handleMessage(message)),
    );
  }

  start(size: GridSize | undefined): void {
    this.#firstFrame = setTimeout(() => this.#viewer.close('timed_out', 'no resize frame'), FIRST_FRAME_TIMEOUT_MS);
    this.#heartbeat = setInterval(() => this.#checkAlive(), PING_INTERVAL_MS);
    this.#socket.on('pong', () => this.#heard());
    this.#socket.on(
      'close',
      AsyncResource.bind(() => this.#handleClose()),
    );
    if (size !== undefined) this.#handleResize(size);
  }

  #handleMessage({ data, isBinary }: Message): Promise<unknown> | undefined {
    // Frames after a refused one still arrive until the other side has closed; they no longer count.
    if (this.#socket.readyState !== this.#socket.OPEN) return undefined;
    this.#heard();
    return isBinary ? this.#whenFree(() => this.#handleBytes(data)) : this.#handleText(data.toString());
  }

  #handleText(text: string): Promise<unknown> | undefined {
    const decoded = decodeClientText(text);
    if (decoded.kind === 'input') return this.#whenFree(() => this.#handleKeys(Buffer.from(decoded.text)));
    if (decoded.kind === 'control') this.#handleFrame(decoded.frame);
    else this.#refuse(decoded.issues.join('; '));
    return undefined;
  }

  #whenFree(handle: () => Promise<unknown> | undefined): Promise<unknown> | undefined {
    return this.#channel.held?.then(() => this.#whenFree(handle)) ?? handle();
  }

  /** As many bytes as a paste has announced belong to it; the rest are keys. */
  #handleBytes(data: Buffer): Promise<unknown> | undefined {
    const paste = this.#guest?.paste;
    if (paste === undefined || paste.remaining === 0) return this.#handleKeys(data);
    const [pasted, rest] = [data.subarray(0, paste.remaining), data.subarray(paste.remaining)];
    this.#noteInput(pasted);
    const taken = paste.take(pasted);
    return rest.length === 0 ? taken : Promise.resolve(taken).then(() => this.#handleKeys(rest));
  }

  /** Keys from any connection but the writer are dropped; its page shows that. */
  #handleKeys(data: Buffer): Promise<unknown> | undefined {
    const taken = this.#guest?.role === 'writer' ? this.#guest.attachment?.write(data) : undefined;
    // Whoever wants to know of it does not delay its echo.
    this.#noteInput(data);
    return taken;
  }

  #noteInput(bytes: Buffer): void {
    if (this.#guest !== undefined) this.#channel.noteInput(this.#guest, bytes);
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
        this.#withGuest((guest) => this.#channel.takeOver(guest));
        break;
      case 'ack':
        // An acknowledgement before the first resize has nothing to acknowledge.
        if (this.#guest?.flow.handleAcknowledged(frame.bytes) === false)
          this.#refuse('acknowledged more than was sent');
        break;
      case 'paste':
        this.#withGuest((guest) => this.#beginPaste(guest, frame.bytes));
        break;
      case 'paste_cancel':
        this.#cancelPaste();
        break;
      case 'presence':
        this.#withGuest((guest) => this.#channel.notePresence(guest, { visible: frame.visible, busy: frame.busy }));
    }
  }

  #handleResize({ cols, rows }: GridSize): void {
    const size = { cols, rows };
    if (this.#guest !== undefined) {
      this.#channel.resize(this.#guest, size);
      return;
    }
    clearTimeout(this.#firstFrame);
    this.#guest = new Guest(this.#viewer, size);
    this.#channel.join(this.#guest);
  }

  #beginPaste(guest: Guest, bytes: number): void {
    if (guest.paste !== undefined && guest.paste.remaining > 0) {
      this.#refuse('another paste is not complete');
      return;
    }
    const attachment = guest.role === 'writer' ? guest.attachment : undefined;
    const paste = new Paste(bytes, async (input, signal) => {
      if (attachment === undefined) throw new Error('another tab types here');
      await attachment.flushed();
      await this.#channel.paste(input, signal);
    });
    guest.paste = paste;
    void paste.done.then((outcome) => this.#tellOutcome(guest, paste, outcome));
  }

  /** A paste that its page has cancelled needs no answer. */
  #tellOutcome(guest: Guest, paste: Paste, { bytes, error }: PasteOutcome): void {
    if (guest.paste !== paste) return;
    if (paste.remaining === 0) guest.paste = undefined;
    if (error === undefined) this.#viewer.send({ type: 'pasted', bytes });
    else this.#viewer.sendError('paste_failed', `What you pasted did not reach the program: ${reasonOf(error)}.`);
  }

  #cancelPaste(): void {
    const guest = this.#guest;
    if (guest?.paste === undefined || guest.paste.remaining === 0) return;
    guest.paste.fail();
    guest.paste = undefined;
  }

  #withGuest(act: (guest: Guest) => void): void {
    if (this.#guest === undefined) this.#refuse(SIZE_FIRST);
    else act(this.#guest);
  }

  #refuse(why: string): void {
    this.#viewer.sendError('invalid_frame', why);
    this.#viewer.close('protocol_error', why);
  }

  #heard(): void {
    this.#lastHeardAt = performance.now();
  }

  #checkAlive(): void {
    if (this.#intake.busy) this.#heard();
    const busy = (this.#guest?.flow.unacknowledgedBytes ?? 0) > 0;
    const deadline = busy ? BUSY_DEADLINE_MS : 2 * PING_INTERVAL_MS;
    if (performance.now() - this.#lastHeardAt > deadline) this.#socket.terminate();
    else this.#socket.ping();
  }

  #handleClose(): void {
    clearTimeout(this.#firstFrame);
    clearInterval(this.#heartbeat);
    this.#leaveWaiting();
    if (this.#guest !== undefined) this.#channel.leave(this.#guest);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
