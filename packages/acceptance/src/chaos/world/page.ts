import {
  type ClientFrame,
  decodeServerFrame,
  encodeClientFrame,
  type GridSize,
  retryAdvice,
  type ServerFrame,
  type ViewerRole,
} from '@agent-factory/protocol';
import headless from '@xterm/headless';
import { WebSocket } from 'ws';
import { readScreen } from '../../grid/read-screen.js';
import type { View, Viewer } from '../../grid/viewer.js';
import { Waits } from './waits.js';

/** How soon a page tries again: a student's waits 1, 2, 4 s; here, any longer wait is the daemon's doing. */
const RETRY_MS = 50;
const HANDSHAKE_MS = 3000;
/** Control sequence that clears the screen, by its parameter. */
const WHOLE_SCREEN = 2;

export interface PageOptions {
  /** Where the terminal is now, with its ticket. */
  readonly url: () => string;
  readonly origin: string;
  readonly size: GridSize;
  /** A page that watches does not take over. */
  readonly writes: boolean;
  /** Starts the exercise again for a new ticket, as the panel does when the server says so. */
  readonly renew?: () => Promise<void>;
}

type Status = 'connecting' | 'attached' | 'ended' | 'closed';

/** A tab as a student has it: it shows, acknowledges what is parsed, comes back after a drop, and may take over. */
export class Page implements Viewer, Disposable {
  readonly terminal: InstanceType<typeof headless.Terminal>;
  readonly #options: PageOptions;
  #size: GridSize;
  #writes: boolean;
  readonly #waits = new Waits(() => `the page is ${this.#describe()}`);
  #socket: WebSocket | undefined;
  #retry: NodeJS.Timeout | undefined;
  #parsed = 0;
  #drawnBytes = 0;
  status: Status = 'connecting';
  role: ViewerRole | undefined;
  closeCode: number | undefined;
  /** Every kind of control frame that came on the connections so far, and how often. */
  readonly frames = new Map<ServerFrame['type'], number>();
  /** The lines of the screen when it was cleared last: what tmux showed before it let go. */
  beforeClear: string[] = [];
  /** The last output, as bytes read as Latin-1. */
  tail = '';
  acknowledges = true;
  /** When it was attached last, by `performance.now()`. */
  attachedAt = 0;

  constructor(options: PageOptions) {
    this.#options = options;
    this.#size = options.size;
    this.#writes = options.writes;
    this.terminal = new headless.Terminal({ ...options.size, allowProposedApi: true });
    this.terminal.onData((answer) => this.type(answer));
    this.terminal.parser.registerCsiHandler({ final: 'J' }, ([how]) => {
      if (how === WHOLE_SCREEN) this.beforeClear = this.lines();
      return false;
    });
    this.#connect();
  }

  get socket(): WebSocket | undefined {
    return this.#socket;
  }

  look(): View {
    return { screen: readScreen(this.terminal), drawnBytes: this.#drawnBytes };
  }

  async drawn(bytes: number, withinMs: number): Promise<void> {
    await this.until(() => this.#drawnBytes >= bytes, `${bytes} drawn bytes`, withinMs).catch(() => {});
  }

  /** The screen as text. */
  lines(): string[] {
    const { active } = this.terminal.buffer;
    return Array.from({ length: this.terminal.rows }, (_, row) => {
      return active.getLine(active.viewportY + row)?.translateToString(true) ?? '';
    });
  }

  send(frame: ClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(encodeClientFrame(frame));
  }

  /** What is typed into a page that is not connected is lost, as it is for a student. */
  type(keys: string | Buffer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(Buffer.from(keys));
  }

  /** Says how much it has parsed. */
  acknowledge(): void {
    this.send({ type: 'ack', bytes: this.#parsed });
  }

  resize(size: GridSize): void {
    this.#size = size;
    if (this.role === 'writer') this.terminal.resize(size.cols, size.rows);
    this.send({ type: 'resize', ...size });
  }

  /** From now on another page writes, and this one does not take over again. */
  yieldToAnother(): void {
    this.#writes = false;
  }

  /** Resolves when this holds; looked at whenever something arrives. Rejects after `withinMs`. */
  until(holds: () => boolean, what: string, withinMs: number): Promise<void> {
    return this.#waits.until(holds, what, withinMs);
  }

  shows(text: string, withinMs: number): Promise<void> {
    return this.until(() => this.lines().join('\n').includes(text), JSON.stringify(text), withinMs);
  }

  attached(withinMs: number): Promise<void> {
    const role = this.#writes ? 'writer' : 'watcher';
    return this.until(() => this.status === 'attached' && this.role === role, `"attached" as ${role}`, withinMs);
  }

  ended(withinMs: number): Promise<void> {
    return this.until(() => this.status === 'ended' || this.status === 'closed', 'the end of the session', withinMs);
  }

  /** Ends all waiting for what has not come yet. */
  giveUp(): void {
    this.#waits.giveUp();
  }

  /** Goes without notice, as when the network is gone; nothing brings it back. */
  [Symbol.dispose](): void {
    this.status = 'closed';
    clearTimeout(this.#retry);
    this.#socket?.removeAllListeners().on('error', () => {});
    this.#socket?.terminate();
    this.#socket = undefined;
    this.#waits.look();
    this.giveUp();
    this.terminal.dispose();
  }

  #connect(): void {
    if (this.status === 'closed') return;
    this.status = 'connecting';
    this.#parsed = 0;
    const { url, origin } = this.#options;
    const socket = new WebSocket(url(), { origin, handshakeTimeout: HANDSHAKE_MS });
    this.#socket = socket;
    // The size of now: the window may have got another on the way.
    socket.on('open', () => this.send({ type: 'resize', ...this.#size }));
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#handleMessage(data, isBinary));
    socket.on('error', () => {});
    socket.on('close', (code) => this.#handleClose(code));
  }

  #handleMessage(data: Buffer, isBinary: boolean): void {
    if (isBinary) {
      this.tail = (this.tail + data.toString('latin1')).slice(-200);
      const socket = this.#socket;
      this.terminal.write(data, () => this.#handleParsed(data.length, socket));
      return;
    }
    const outcome = decodeServerFrame(data.toString());
    if (outcome.ok) this.#handleFrame(outcome.value);
    this.#waits.look();
  }

  #handleParsed(bytes: number, socket: WebSocket | undefined): void {
    if (this.status === 'closed') return;
    if (socket === this.#socket) this.#parsed += bytes;
    this.#drawnBytes += bytes;
    if (socket === this.#socket && this.acknowledges) this.acknowledge();
    this.#waits.look();
  }

  #handleFrame(frame: ServerFrame): void {
    this.frames.set(frame.type, (this.frames.get(frame.type) ?? 0) + 1);
    if (frame.type === 'attached') this.#handleAttached(frame);
    else if (frame.type === 'grid') this.terminal.resize(frame.cols, frame.rows);
  }

  #handleAttached({ role, cols, rows }: GridSize & { role: ViewerRole }): void {
    this.status = 'attached';
    this.role = role;
    this.attachedAt = performance.now();
    // In its place among the output: what came before belongs to the former drawing.
    this.terminal.write('\x1bc', () => {
      this.#drawnBytes = 0;
    });
    // A page that writes has the size of its window, whatever it was when this was sent.
    const grid = role === 'writer' ? this.#size : { cols, rows };
    this.terminal.resize(grid.cols, grid.rows);
    if (role === 'writer') this.send({ type: 'resize', ...this.#size });
    else if (this.#writes) this.send({ type: 'takeover' });
  }

  #handleClose(code: number): void {
    this.closeCode = code;
    this.role = undefined;
    this.status = 'connecting';
    const advice = retryAdvice(code);
    if (advice !== 'never') {
      this.#retry = setTimeout(() => void this.#comeBack(advice === 'restart'), RETRY_MS);
      this.#waits.look();
      return;
    }
    // It has ended for whoever looks at it when the last output is on the screen.
    this.terminal.write('', () => {
      if (this.status !== 'closed') this.status = 'ended';
      this.#waits.look();
    });
  }

  async #comeBack(renews: boolean): Promise<void> {
    // If the exercise cannot be started again now, the old ticket is tried, and refused again.
    if (renews) await this.#options.renew?.().catch(() => {});
    this.#connect();
  }

  #describe(): string {
    const screen = this.status === 'closed' ? [] : this.lines().filter((line) => line !== '');
    return `${this.status}${this.role === undefined ? '' : `, ${this.role}`}, closed last with ${this.closeCode ?? 'nothing'}, and shows at its end: ${JSON.stringify(screen.slice(-4))}`;
  }
}
