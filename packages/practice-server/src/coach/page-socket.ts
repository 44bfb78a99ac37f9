import { AsyncResource } from 'node:async_hooks';
import type { CoachedProject, PageConnection } from '@agent-factory/coach';
import { CLOSE_CODES, type CloseName } from '@agent-factory/protocol';
import { WebSocket } from 'ws';
import { seesFolders } from '../access/folders-seen.js';
import type { Caller } from '../access/guard.js';
import type { EventLog } from '../events/event-log.js';
import { Intake, type Message } from '../terminal/intake.js';

/** As for terminals: a ping every 25 s finds connections that are gone. */
const PING_INTERVAL_MS = 25_000;
/** A browser answers pings even while its page is busy: one that has missed two is gone. */
const SILENCE_MS = 2 * PING_INTERVAL_MS;

interface Served {
  readonly project: CoachedProject;
  readonly caller: Caller;
  readonly events: Pick<EventLog, 'settled'>;
}

/** The socket of one page of a project, from the moment it is let in until it closes. */
export class PageSocket {
  readonly #socket: WebSocket;
  readonly #connection: PageConnection;
  readonly #events: Pick<EventLog, 'settled'>;
  readonly #intake: Intake;
  readonly #heartbeat: NodeJS.Timeout;
  #lastHeardAt = performance.now();

  /** Throws `too_many_connections`. */
  constructor(socket: WebSocket, { project, caller, events }: Served) {
    this.#socket = socket;
    this.#events = events;
    this.#connection = project.connect({
      send: (text) => this.#send(text),
      get waiting() {
        return socket.bufferedAmount;
      },
      seesFolders: seesFolders(caller),
      // It reads nothing, or the project closes: either way it may come back.
      close: () => closeWith(socket, 'going_away'),
    });
    // Events of a socket run in the async context of its upgrade request; a failure has to end this connection.
    this.#intake = new Intake(
      socket,
      AsyncResource.bind((message: Message) => this.#handleMessage(message)),
    );
    socket.on('pong', () => this.#heard());
    socket.on(
      'close',
      AsyncResource.bind(() => this.#handleClose()),
    );
    this.#heartbeat = setInterval(() => this.#checkAlive(), PING_INTERVAL_MS);
    this.#heartbeat.unref();
  }

  async #handleMessage({ data, isBinary }: Message): Promise<void> {
    // What follows a refused message still arrives until the other side has closed; it no longer counts.
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#heard();
    if (isBinary) closeWith(this.#socket, 'protocol_error', 'messages are JSON, in text frames');
    else await this.#receive(data.toString());
  }

  /** A page is read no faster than the log takes what it does. */
  async #receive(text: string): Promise<void> {
    await this.#connection.receive(text);
    await this.#events.settled();
  }

  #send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  #heard(): void {
    this.#lastHeardAt = performance.now();
  }

  #checkAlive(): void {
    if (this.#intake.busy) this.#heard();
    if (performance.now() - this.#lastHeardAt > SILENCE_MS) this.#socket.terminate();
    else this.#socket.ping();
  }

  #handleClose(): void {
    clearInterval(this.#heartbeat);
    this.#connection.close();
  }
}

/** The code says whether the page should come back by itself. */
export function closeWith(socket: WebSocket, name: CloseName, reason = ''): void {
  socket.close(CLOSE_CODES[name].code, reason);
}
