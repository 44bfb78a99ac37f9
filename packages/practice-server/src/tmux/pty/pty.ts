/// <reference path="./node-pty.d.ts" />
import { readSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { GridSize } from '@agent-factory/protocol';
import { type IPty, spawn } from 'node-pty';
import { closeOnExec } from '../../system/libc.js';
import { PtyInput } from './pty-input.js';

/** What the package has beyond its declarations: its socket, and an orderly end. */
type BytePty = IPty & {
  readonly _socket: Socket;
  readonly fd: number;
  readonly ptsName: string;
  destroy(): void;
};

/**
 * Bytes of input that may wait for tmux, which reads a few megabytes a second. A fast typist sends 20 a
 * second; whoever sends more than this at once can wait.
 */
const MAX_QUEUED_INPUT_BYTES = 256 * 1024;
/** A PTY gives 4 KiB in one read; the kernel holds 64 KiB at most. */
const READ_BYTES = 64 * 1024;

/** A tmux client in a PTY. After its end, these methods do nothing. */
export interface TerminalProcess {
  /** Its terminal, such as `/dev/pts/7`. */
  readonly tty: string;
  /** Takes input. If it returns a promise, wait for it: it resolves when the client has read enough. */
  write(data: Buffer): Promise<void> | undefined;
  /** Resolves when the client has received all input so far, or is gone. */
  flushed(): Promise<void>;
  resize(size: GridSize): void;
  pause(): void;
  resume(): void;
  /**
   * From now on, reads without pausing, because its session has ended. The last thing that tmux's client does is
   * to say so, and it would wait for ever for room to say it.
   */
  drain(): void;
  /**
   * Draws the whole screen now. Once tmux has skipped frames, it checks only every 100 ms
   * (`TTY_BLOCK_INTERVAL`) whether the client keeps up again.
   */
  redraw(): void;
  /** Ends the client; the session lives on. Safe to call twice. */
  dispose(): void;
}

export interface TerminalEvents {
  onData(data: Buffer): void;
  /** The client has ended by itself, and all its output was delivered. */
  onExit(exitCode: number): void;
}

interface TerminalOptions {
  readonly size: GridSize;
  readonly environment: Record<string, string>;
  readonly cwd: string;
  /** Makes the program draw its whole screen; `tty` is its terminal, such as `/dev/pts/7`. */
  readonly redraw: (tty: string) => void;
}

/**
 * Starts a program in a PTY of the given size. Output comes as bytes, so that no character is cut;
 * flow control by Ctrl+S/Ctrl+Q stays off, because those keys are the program's.
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
  // If another program inherited the terminal, it would not hang up when we die, and its client would stay for ever.
  closeOnExec((pty as BytePty).fd);
  return new PtyProcess(pty, events, options.redraw);
}

class PtyProcess implements TerminalProcess {
  readonly tty: string;
  readonly #pty: BytePty;
  readonly #events: TerminalEvents;
  readonly #input: PtyInput;
  readonly #redraw: TerminalOptions['redraw'];
  #ended = false;
  /** The client is about to end; its last output is read without pausing. */
  #draining = false;

  constructor(pty: IPty, events: TerminalEvents, redraw: TerminalOptions['redraw']) {
    this.#pty = pty as BytePty;
    this.tty = this.#pty.ptsName;
    this.#events = events;
    this.#redraw = redraw;
    this.#input = new PtyInput(this.#pty.fd, () => this.#live !== undefined);
    // With `encoding: null` the data is a Buffer, whatever the type says.
    pty.onData((data) => this.#ended || events.onData(data as unknown as Buffer));
    // An error that is thrown in a callback of the addon would vanish.
    pty.onExit(({ exitCode }) => process.nextTick(() => this.#handleExit(exitCode)));
    this.#keepLastOutput();
  }

  write(data: Buffer): Promise<void> | undefined {
    if (this.#live === undefined) return undefined;
    this.#input.write(data);
    return this.#input.queuedBytes > MAX_QUEUED_INPUT_BYTES ? this.#input.flushed() : undefined;
  }

  flushed(): Promise<void> {
    return this.#input.flushed();
  }

  resize({ cols, rows }: GridSize): void {
    this.#live?.resize(cols, rows);
  }

  pause(): void {
    if (!this.#draining) this.#live?.pause();
  }

  resume(): void {
    this.#live?.resume();
  }

  drain(): void {
    this.#draining = true;
    this.resume();
  }

  redraw(): void {
    if (this.#live !== undefined && !this.#draining) this.#redraw(this.tty);
  }

  dispose(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#input.dispose();
    // `destroy` closes the descriptor and then hangs up; `kill` alone would leak it.
    this.#pty.destroy();
  }

  /**
   * The PTY while its descriptor is ours; everything has to go through here. As soon as the socket is destroyed, the
   * number may be another file's, but the end is reported some turns later.
   */
  get #live(): BytePty | undefined {
    return this.#ended || this.#pty._socket.destroyed ? undefined : this.#pty;
  }

  #handleExit(exitCode: number): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#input.dispose();
    this.#events.onExit(exitCode);
  }

  /**
   * What the socket has not read when it is destroyed is the last thing the student should see. libuv takes a
   * short read from a hung-up terminal for its end, though the kernel holds more; and the package destroys the
   * socket 200 ms after the end of the client, read or not.
   */
  #keepLastOutput(): void {
    const socket = this.#pty._socket;
    const destroy = socket.destroy.bind(socket);
    socket.destroy = (error?: Error) => {
      if (this.#live !== undefined) this.#readRest(socket);
      return destroy(error);
    };
  }

  #readRest(socket: Socket): void {
    // Each piece is emitted as data.
    while (socket.read() !== null);
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (let length = this.#tryRead(buffer); length > 0; length = this.#tryRead(buffer)) {
      this.#events.onData(Buffer.from(buffer.subarray(0, length)));
    }
  }

  /** 0 if there is no more for now (EAGAIN), or never will be (EIO, from a hung-up terminal). */
  #tryRead(buffer: Buffer): number {
    try {
      return this.#live === undefined ? 0 : readSync(this.#pty.fd, buffer);
    } catch {
      return 0;
    }
  }
}
