/// <reference path="./node-pty.d.ts" />
import type { GridSize } from '@agent-factory/protocol';
import { type IPty, spawn } from 'node-pty';

/** What the package can do beyond its declarations: bytes both ways, and an orderly end. */
type BytePty = Omit<IPty, 'write'> & { write(data: Buffer): void; destroy(): void };

/** A tmux client in a PTY. */
export interface TerminalProcess {
  write(data: Buffer): void;
  resize(size: GridSize): void;
  pause(): void;
  resume(): void;
  /** Ends the client; the session lives on. Safe to call twice. */
  dispose(): void;
}

export interface TerminalEvents {
  onData(data: Buffer): void;
  /** The client has ended by itself; all its output was delivered. */
  onExit(exitCode: number): void;
}

/**
 * Starts a program in a PTY of the given size. Output comes as bytes, so that no character is cut;
 * flow control by Ctrl+S/Ctrl+Q stays off, as those are the program's keys.
 */
export function openTerminal(
  argv: readonly string[],
  options: { size: GridSize; environment: Record<string, string>; cwd: string },
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
  return new PtyProcess(pty, events);
}

class PtyProcess implements TerminalProcess {
  readonly #pty: BytePty;
  #ended = false;

  constructor(pty: IPty, events: TerminalEvents) {
    this.#pty = pty as unknown as BytePty;
    // With `encoding: null` the data is a Buffer, whatever the type says.
    pty.onData((data) => this.#ended || events.onData(data as unknown as Buffer));
    pty.onExit(({ exitCode }) => {
      if (this.#ended) return;
      this.#ended = true;
      events.onExit(exitCode);
    });
  }

  write(data: Buffer): void {
    if (!this.#ended) this.#pty.write(data);
  }

  resize({ cols, rows }: GridSize): void {
    if (!this.#ended) this.#pty.resize(cols, rows);
  }

  pause(): void {
    if (!this.#ended) this.#pty.pause();
  }

  resume(): void {
    if (!this.#ended) this.#pty.resume();
  }

  dispose(): void {
    if (this.#ended) return;
    this.#ended = true;
    // `destroy` closes the descriptor and then hangs up; `kill` alone would leak it.
    this.#pty.destroy();
  }
}
