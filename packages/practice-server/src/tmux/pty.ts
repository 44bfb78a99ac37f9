/// <reference path="./node-pty.d.ts" />
import type { Socket } from 'node:net';
import type { GridSize } from '@agent-factory/protocol';
import { type IPty, spawn } from 'node-pty';
import { PtyInput } from './pty-input.js';

/** What the package can do beyond its declarations: its socket, and an orderly end. */
type BytePty = IPty & {
  readonly _socket: Socket;
  readonly fd: number;
  readonly ptsName: string;
  destroy(): void;
};

/**
 * Bytes of input that may wait for tmux, which reads a few megabytes a second. A fast typist sends 20 in
 * a second; whatever sends more than this at once can wait itself.
 */
const MAX_QUEUED_INPUT_BYTES = 256 * 1024;
/** How long the last output of a client may take to be read after its end, in milliseconds. */
const LAST_OUTPUT_MS = 2000;

/** A tmux client in a PTY. */
export interface TerminalProcess {
  /** Takes input. A promise asks for patience: it resolves when the client has read enough of it. */
  write(data: Buffer): Promise<void> | undefined;
  /** Resolves when the client has been given all input so far, or is gone. */
  flushed(): Promise<void>;
  resize(size: GridSize): void;
  pause(): void;
  resume(): void;
  /**
   * Is read without a pause from now on: its session is over. tmux' client says so as its last word, and
   * would wait for ever for room to say it.
   */
  drain(): void;
  /**
   * Draws the whole screen now. tmux, once it has passed over frames, would look only every 100 ms
   * (`TTY_BLOCK_INTERVAL`) whether the client keeps up again.
   */
  redraw(): void;
  /** Ends the client; the session lives on. Safe to call twice. */
  dispose(): void;
}

export interface TerminalEvents {
  onData(data: Buffer): void;
  /** The client has ended by itself; all its output was delivered. */
  onExit(exitCode: number): void;
}

interface TerminalOptions {
  readonly size: GridSize;
  readonly environment: Record<string, string>;
  readonly cwd: string;
  /** Makes the program draw its whole screen; it is known by its terminal, such as `/dev/pts/7`. */
  readonly redraw: (tty: string) => void;
}

/**
 * Starts a program in a PTY of the given size. Output comes as bytes, so that no character is cut;
 * flow control by Ctrl+S/Ctrl+Q stays off, as those are the program's keys.
 */
export function openTerminal(
  argv: readonly string[],
  options: TerminalOptions,
  events: TerminalEvents,
): TerminalProcess {
  const [file = '', ...args] = argv;
  const pty = spawn(file, args, {
    name: 'xterm-256color',
    ...options.size,
    cwd: options.cwd,
    env: options.environment,
    encoding: null,
  });
  return new PtyProcess(pty, events, options.redraw);
}

class PtyProcess implements TerminalProcess {
  readonly #pty: BytePty;
  readonly #input: PtyInput;
  readonly #redraw: TerminalOptions['redraw'];
  #ended = false;
  /** The client is gone, or about to go; what it prints last is read without a pause. */
  #draining = false;

  constructor(pty: IPty, events: TerminalEvents, redraw: TerminalOptions['redraw']) {
    this.#pty = pty as BytePty;
    this.#redraw = redraw;
    this.#input = new PtyInput(this.#pty.fd, () => !this.#pty._socket.destroyed);
    // With `encoding: null` the data is a Buffer, whatever the type says.
    pty.onData((data) => this.#ended || events.onData(data as unknown as Buffer));
    pty.onExit(({ exitCode }) => {
      if (this.#ended) return;
      this.#ended = true;
      this.#input.dispose();
      events.onExit(exitCode);
    });
    this.#keepLastOutput();
  }

  write(data: Buffer): Promise<void> | undefined {
    if (this.#ended) return undefined;
    this.#input.write(data);
    return this.#input.queuedBytes > MAX_QUEUED_INPUT_BYTES ? this.#input.flushed() : undefined;
  }

  flushed(): Promise<void> {
    return this.#input.flushed();
  }

  resize({ cols, rows }: GridSize): void {
    if (!this.#ended) this.#pty.resize(cols, rows);
  }

  pause(): void {
    if (!this.#ended && !this.#draining) this.#pty.pause();
  }

  resume(): void {
    if (!this.#ended) this.#pty.resume();
  }

  drain(): void {
    this.#draining = true;
    this.resume();
  }

  redraw(): void {
    if (!this.#ended && !this.#draining) this.#redraw(this.#pty.ptsName);
  }

  dispose(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#input.dispose();
    // `destroy` closes the descriptor and then hangs up; `kill` alone would leak it.
    this.#pty.destroy();
  }

  /**
   * The package destroys the socket 200 ms after the client's end, read or not. What a paused one still
   * holds is the last thing the student should see; it is read to the end first.
   */
  #keepLastOutput(): void {
    const socket = this.#pty._socket;
    const destroy = socket.destroy.bind(socket);
    let isWaiting = false;
    socket.destroy = (error?: Error) => {
      const isEarly = error === undefined && !this.#ended && !socket.readableEnded;
      if (!isEarly || isWaiting) return destroy(error);
      isWaiting = true;
      this.#draining = true;
      const timer = setTimeout(destroy, LAST_OUTPUT_MS);
      socket.once('close', () => clearTimeout(timer));
      socket.resume();
      return socket;
    };
  }
}
