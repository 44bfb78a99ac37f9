import { EventEmitter } from 'node:events';
import {
  type ClientFrame,
  decodeServerFrame,
  encodeClientFrame,
  type GridSize,
  type ServerFrame,
  type ViewerRole,
} from '@agent-factory/protocol';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { Channel, type ChannelOptions } from '../../../src/terminal/channel.js';
import { Guest } from '../../../src/terminal/guest.js';
import { Viewer } from '../../../src/terminal/viewer.js';
import type { TerminalEvents, TerminalProcess } from '../../../src/tmux/pty/pty.js';

export const SIZE: GridSize = { cols: 80, rows: 24 };
const CLOSED_FROM_OUTSIDE = 1006;

/** Until what was resolved has been heard of. */
export const heard = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A tmux client that prints, and ends, when the test says so. */
export class FakeClient implements TerminalProcess {
  readonly tty: string;
  readonly role: ViewerRole;
  readonly events: TerminalEvents;
  readonly sizes: GridSize[];
  typed = '';
  isPaused = false;
  isDrained = false;
  isDisposed = false;
  /** When it has received its input. */
  received: Promise<void> = Promise.resolve();

  constructor(tty: string, role: ViewerRole, size: GridSize, events: TerminalEvents) {
    this.tty = tty;
    this.role = role;
    this.sizes = [size];
    this.events = events;
  }

  print(text: string | Buffer): void {
    this.events.onData(Buffer.from(text));
  }

  write(data: Buffer): undefined {
    this.typed += data.toString();
  }

  flushed(): Promise<void> {
    return this.received;
  }

  resize(size: GridSize): void {
    this.sizes.push(size);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  drain(): void {
    this.isDrained = true;
  }

  redraw(): void {}

  dispose(): void {
    this.isDisposed = true;
  }
}

/** The daemon's end of a page's connection, without a network. */
export class FakeSocket extends EventEmitter {
  readonly OPEN = WebSocket.OPEN;
  readonly frames: ServerFrame[] = [];
  output = '';
  readyState: number = WebSocket.OPEN;
  bufferedAmount = 0;
  closed: number | undefined;
  isTerminated = false;

  /** As the browser's end does it. */
  say(frame: ClientFrame): void {
    this.sayText(encodeClientFrame(frame));
  }

  sayText(text: string): void {
    this.emit('message', Buffer.from(text), false);
  }

  type(text: string): void {
    this.emit('message', Buffer.from(text), true);
  }

  go(): void {
    this.readyState = WebSocket.CLOSED;
    this.emit('close', CLOSED_FROM_OUTSIDE, Buffer.alloc(0));
  }

  send(data: string | Buffer): void {
    if (Buffer.isBuffer(data)) {
      this.output += data.toString();
      return;
    }
    const frame = decodeServerFrame(data);
    if (!frame.ok) throw new Error(`no frame: ${data}`);
    this.frames.push(frame.value);
  }

  close(code: number): void {
    this.closed ??= code;
    this.readyState = WebSocket.CLOSING;
  }

  terminate(): void {
    this.isTerminated = true;
  }

  ping(): void {}
  pause(): void {}
  resume(): void {}

  get asSocket(): WebSocket {
    return this as unknown as WebSocket;
  }

  /** The types of what it was sent. */
  get told(): string[] {
    return this.frames.map(({ type }) => type);
  }
}

/** A channel whose tmux clients are fakes. */
export function openChannel(more: Partial<ChannelOptions> = {}) {
  const clients: FakeClient[] = [];
  const onClientExit = vi.fn();
  const channel = new Channel({
    openClient: (role, size, events) => {
      const client = new FakeClient(`/dev/pts/${clients.length}`, role, size, events);
      clients.push(client);
      return client;
    },
    paste: async () => {},
    bytesWritten: async () => new Map(),
    greetings: () => [],
    held: () => undefined,
    onInput: () => {},
    onPresence: () => {},
    onClientExit,
    ...more,
  });
  /** The client that was opened last. */
  const latest = () => clients.at(-1) as FakeClient;
  const join = (size = SIZE) => {
    const socket = new FakeSocket();
    const guest = new Guest(new Viewer(socket.asSocket), size);
    channel.join(guest);
    return { socket, guest, client: latest() };
  };
  return { channel, clients, latest, join, onClientExit };
}
