import type { EndReason, GridSize, Presence, ServerFrame, SessionId, ViewerRole } from '@agent-factory/protocol';
import { WebSocket } from 'ws';
import type { Faults } from '../system/faults.js';
import type { Logger } from '../system/log.js';
import { openTerminal } from '../tmux/pty/pty.js';
import type { Tmux } from '../tmux/tmux.js';
import { Channel } from './channel.js';
import { serveConnection } from './connection.js';

export interface TerminalsOptions {
  readonly tmux: Tmux;
  readonly faults: Faults;
  readonly log: Logger;
}

/** Where the tmux clients run: a folder that nobody deletes. The session has its own. */
const CLIENT_FOLDER = '/';

/** The channels of all sessions that somebody looks at. */
export class Terminals {
  /** A tmux client of a session ended by itself. Set by whoever ends sessions. */
  onClientExit: (sessionId: SessionId, exitCode: number) => Promise<void> = async () => {};
  /** What a newcomer has to know about a session, such as that its agent has ended. Set by whoever knows. */
  greetingsOf: (sessionId: SessionId) => readonly ServerFrame[] = () => [];
  /** The writer has typed or pasted. Set by whoever wants to know. */
  onInput: (sessionId: SessionId, bytes: Buffer) => void = () => {};
  /** What all connected pages of a session say of the student; empty when there is none. Set by whoever wants to know. */
  onPresence: (sessionId: SessionId, presences: readonly Presence[]) => void = () => {};
  readonly #options: TerminalsOptions;
  readonly #channels = new Map<SessionId, Channel>();
  readonly #held = new Map<SessionId, Promise<unknown>>();

  constructor(options: TerminalsOptions) {
    this.#options = options;
  }

  /** Accepts a connection that has shown the session's ticket. With a size, it need not say one first. */
  async connect(sessionId: SessionId, socket: WebSocket, size?: GridSize): Promise<void> {
    const argv = await this.#attachArgv(sessionId);
    if (socket.readyState !== WebSocket.OPEN) return;
    const channel = this.#channels.get(sessionId) ?? this.#openChannel(sessionId, argv);
    const owner = { name: sessionId, end: () => socket.terminate() };
    this.#options.faults.run(owner, () => serveConnection(socket, channel, size));
    // The connection listens since before: it has left when this is called.
    socket.once('close', () => this.#forgetIfEmpty(sessionId, channel));
  }

  /** Sessions that somebody looks at. */
  get shown(): SessionId[] {
    return [...this.#channels.keys()];
  }

  isConnected(sessionId: SessionId): boolean {
    return this.#channels.get(sessionId)?.connected ?? false;
  }

  broadcast(sessionId: SessionId, frame: ServerFrame): void {
    this.#channels.get(sessionId)?.broadcast(frame);
  }

  end(sessionId: SessionId, reason: EndReason): void {
    this.#channels.get(sessionId)?.end(reason);
  }

  /** The session is gone: resolves when the last output of all its clients was read. */
  async readToEnd(sessionId: SessionId): Promise<void> {
    await this.#channels.get(sessionId)?.readToEnd();
  }

  /** The session's program has ended: resolves when every page was sent what is on its screen. */
  async showLastScreen(sessionId: SessionId): Promise<void> {
    await this.#channels.get(sessionId)?.showLastScreen();
  }

  /** The session is alive: pages whose client is not are dropped, and come back for a new one. */
  dropLost(sessionId: SessionId): void {
    this.#channels.get(sessionId)?.dropLost();
  }

  /** What the pages of a session type while `act` runs is kept, and typed afterwards. One at a time for a session. */
  async holdingInput<T>(sessionId: SessionId, act: () => Promise<T>): Promise<T> {
    const acting = act();
    this.#held.set(
      sessionId,
      acting.catch(() => {}),
    );
    return acting.finally(() => this.#held.delete(sessionId));
  }

  close(): void {
    for (const channel of this.#channels.values()) channel.goAway();
    this.#channels.clear();
  }

  async #attachArgv(sessionId: SessionId): Promise<Record<ViewerRole, string[]>> {
    const { tmux } = this.#options;
    return { writer: tmux.clients.attachArgv(sessionId), watcher: await tmux.clients.watchArgv(sessionId) };
  }

  #openChannel(sessionId: SessionId, argv: Record<ViewerRole, string[]>): Channel {
    const { tmux } = this.#options;
    const redraw = (tty: string) => void tmux.clients.redraw(sessionId, tty);
    const channel = new Channel({
      openClient: (role, size, events) => {
        tmux.requireSafe(sessionId);
        return openTerminal(argv[role], { size, environment: tmux.environment, cwd: CLIENT_FOLDER, redraw }, events);
      },
      bytesWritten: () => tmux.clients.bytesWritten(sessionId),
      paste: (input, signal) => tmux.clients.paste(sessionId, input, signal),
      greetings: () => this.greetingsOf(sessionId),
      held: () => this.#held.get(sessionId),
      onInput: (bytes) => this.onInput(sessionId, bytes),
      // When the daemon closes, its pages leave one after another: nobody is there to be told.
      onPresence: (presences) => this.#channels.has(sessionId) && this.onPresence(sessionId, presences),
      onClientExit: (exitCode) => this.#handleClientExit(sessionId, exitCode),
    });
    this.#channels.set(sessionId, channel);
    return channel;
  }

  #handleClientExit(sessionId: SessionId, exitCode: number): void {
    this.onClientExit(sessionId, exitCode).catch((error: unknown) => {
      this.#options.log.error({ err: error, sessionId }, 'The end of a terminal could not be handled');
    });
  }

  #forgetIfEmpty(sessionId: SessionId, channel: Channel): void {
    if (channel.empty && this.#channels.get(sessionId) === channel) this.#channels.delete(sessionId);
  }
}
