import {
  type CloseName,
  type EndReason,
  type GridSize,
  MAX_WATCHERS,
  type Presence,
  type ServerFrame,
  type ViewerRole,
} from '@agent-factory/protocol';
import type { TerminalEvents, TerminalProcess } from '../tmux/pty/pty.js';
import { Attachment } from './attachment.js';
import type { Guest } from './guest.js';
import { allDrawn, type BytesWritten, looksLike } from './last-screen.js';
import { Pacer } from './pacer.js';
import type { RunPaste } from './paste.js';
import type { Viewer } from './viewer.js';

/** How long the clients of a session that is gone may take to end, in milliseconds. They have nothing to wait for. */
const END_MS = 2000;

/** Least time between two sizes in milliseconds: a frame. Dragging a window's edge sends hundreds a second. */
const RESIZE_EVERY_MS = 16;

export interface ChannelOptions {
  readonly openClient: (role: ViewerRole, size: GridSize, events: TerminalEvents) => TerminalProcess;
  readonly paste: RunPaste;
  /** How many bytes tmux has written to each client, by the client's terminal. */
  readonly bytesWritten: BytesWritten;
  /** What everybody else was told before a newcomer joined. */
  readonly greetings: () => readonly ServerFrame[];
  /** Resolves when input may go on; undefined if nothing holds it. */
  readonly held: () => Promise<unknown> | undefined;
  /** The writer has typed or pasted. */
  readonly onInput: (bytes: Buffer) => void;
  /** What the pages that are connected say of the student, one for each, has changed. */
  readonly onPresence: (presences: readonly Presence[]) => void;
  /** A tmux client ended by itself: the session has ended, or tmux has. */
  readonly onClientExit: (exitCode: number) => void;
}

/**
 * Everybody who looks at one session: one writer, who gives the session its size, and the watchers.
 * When the writer leaves, the watcher who came first takes its place, so that a reloaded page is never
 * locked out by its own former self.
 */
export class Channel {
  readonly #options: ChannelOptions;
  /** In the order in which they came. */
  readonly #watchers = new Set<Guest>();
  /** Pages that are connected and have yet to say their size. */
  readonly #waiting = new Set<Viewer>();
  readonly #pacer = new Pacer<GridSize>(RESIZE_EVERY_MS, (size) => this.#applySize(size));
  #writer: Guest | undefined;
  #grid: GridSize = { cols: 80, rows: 24 };
  #exitHandled = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  get connected(): boolean {
    return this.#writer !== undefined;
  }

  /** Nobody is here, nor is a page connected that has yet to say its size, and joins then. */
  get empty(): boolean {
    return this.#waiting.size === 0 && this.#writer === undefined && this.#watchers.size === 0;
  }

  /** A page has connected, and joins once it says its size. Returns what to call when it has gone without. */
  enter(viewer: Viewer): () => void {
    this.#waiting.add(viewer);
    return () => this.#waiting.delete(viewer);
  }

  get paste(): RunPaste {
    return this.#options.paste;
  }

  /** Input that comes before it resolves has to wait; undefined if nothing holds it. */
  get held(): Promise<unknown> | undefined {
    return this.#options.held();
  }

  /** What the writer types or pastes goes through here, on its way to tmux. */
  noteInput(guest: Guest, bytes: Buffer): void {
    if (guest === this.#writer) this.#options.onInput(bytes);
  }

  notePresence(guest: Guest, presence: Presence): void {
    guest.presence = presence;
    this.#tellPresences();
  }

  /** The newcomer becomes the writer if there is none, and a watcher otherwise. */
  join(guest: Guest): void {
    this.#waiting.delete(guest.viewer);
    if (this.#writer !== undefined && this.#watchers.size >= MAX_WATCHERS) {
      guest.viewer.sendError(
        'too_many_viewers',
        'Too many tabs show this exercise. Close one of them, then try again.',
      );
      guest.viewer.close('too_many_viewers');
      return;
    }
    // In the same turn in which it starts to receive broadcasts, so that nothing is missed or said twice.
    for (const greeting of this.#options.greetings()) guest.viewer.send(greeting);
    this.#place(guest);
  }

  takeOver(guest: Guest): void {
    if (guest === this.#writer) return;
    const former = this.#writer;
    this.#watchers.delete(guest);
    guest.detach();
    former?.detach();
    this.#letWrite(guest);
    if (former !== undefined) this.#place(former);
  }

  resize(guest: Guest, size: GridSize): void {
    if (guest === this.#writer) this.#pacer.offer(size);
  }

  leave(guest: Guest): void {
    this.#watchers.delete(guest);
    guest.detach();
    if (guest === this.#writer) this.#replaceWriter();
    this.#tellPresences();
  }

  broadcast(frame: ServerFrame): void {
    for (const guest of this.#everyone()) guest.viewer.send(frame);
  }

  /** The session has ended: tells everybody why and lets them go. */
  end(reason: EndReason): void {
    for (const guest of this.#everyone()) {
      guest.viewer.send({ type: 'session_ended', reason });
      this.#letGo(guest, 'session_ended', reason);
    }
    // What they would join is not what their ticket was for.
    for (const viewer of this.#waiting) {
      viewer.send({ type: 'session_ended', reason });
      viewer.close('session_ended', reason);
    }
    this.#waiting.clear();
    this.#exitHandled = false;
  }

  /**
   * The session is gone, and a client that is held back cannot say so: lets through all that is left.
   * Resolves when every client has been read to its end.
   */
  async readToEnd(): Promise<void> {
    for (const { attachment } of this.#everyone()) attachment?.drain();
    const isRead = () => this.#everyone().every(({ lost, attachment }) => lost || attachment === undefined);
    await looksLike(isRead, END_MS);
  }

  /** The session's program has ended. Shows everybody what is on its screen, each through a new client. */
  async showLastScreen(): Promise<void> {
    for (const guest of this.#everyone()) {
      guest.detach();
      this.#attach(guest, guest.role, () => {});
      guest.attachment?.drain();
    }
    const attachments = this.#everyone().flatMap(({ attachment }) => attachment ?? []);
    await allDrawn(attachments, this.#options.bytesWritten);
    for (const { flow } of this.#everyone()) flow.flush();
  }

  /** The daemon shuts down, the session stays: everybody may come back. Pages that wait are let go with their sockets. */
  goAway(): void {
    for (const guest of this.#everyone()) this.#letGo(guest, 'going_away');
  }

  /** The session lives on: drops those whose client is gone, so that they come back for a new one. */
  dropLost(): void {
    this.#exitHandled = false;
    for (const guest of this.#everyone().filter(({ lost }) => lost)) {
      guest.viewer.close('attach_failed');
      this.#watchers.delete(guest);
    }
    if (this.#writer?.lost) this.leave(this.#writer);
  }

  #place(guest: Guest): void {
    if (this.#writer !== undefined) {
      this.#letWatch(guest);
      return;
    }
    this.#showGrid(guest.size);
    this.#letWrite(guest);
  }

  /** Keeps the present grid: a page reports the room it has as soon as it becomes the writer. */
  #letWrite(guest: Guest): void {
    this.#writer = guest;
    this.#pacer.clear();
    this.#attach(guest, 'writer');
  }

  #letWatch(guest: Guest): void {
    this.#watchers.add(guest);
    this.#attach(guest, 'watcher');
  }

  #replaceWriter(): void {
    this.#writer = undefined;
    this.#pacer.clear();
    const [next] = this.#watchers;
    if (next === undefined) return;
    this.#watchers.delete(next);
    next.detach();
    this.#letWrite(next);
  }

  #attach(guest: Guest, role: ViewerRole, onAttached = () => this.#tellAttached(guest)): void {
    guest.role = role;
    guest.lost = false;
    const open = (size: GridSize, events: TerminalEvents) => this.#options.openClient(role, size, events);
    try {
      guest.attachment = new Attachment(guest.flow, this.#grid, open, {
        onAttached,
        onClientExit: (exitCode) => this.#handleClientExit(guest, exitCode),
      });
    } catch (error) {
      guest.viewer.sendError('attach_failed', `The terminal could not be opened: ${String(error)}`);
      guest.viewer.close('attach_failed');
      this.leave(guest);
    }
  }

  #tellAttached({ viewer, role }: Guest): void {
    viewer.send({ type: 'attached', role, ...this.#grid });
  }

  #applySize(size: GridSize): void {
    if (size.cols === this.#grid.cols && size.rows === this.#grid.rows) return;
    this.#writer?.attachment?.resize(size);
    this.#showGrid(size);
  }

  /** Watchers get the writer's grid; one that tmux has not drawn to yet is told when it is attached. */
  #showGrid(size: GridSize): void {
    this.#grid = size;
    for (const { attachment, viewer } of this.#watchers) {
      attachment?.resize(size);
      if (attachment?.begun) viewer.send({ type: 'grid', ...size });
    }
  }

  /** Many clients end with one session: asking once is enough. */
  #handleClientExit(guest: Guest, exitCode: number): void {
    guest.lost = true;
    if (this.#exitHandled) return;
    this.#exitHandled = true;
    this.#options.onClientExit(exitCode);
  }

  #letGo(guest: Guest, name: CloseName, reason = ''): void {
    guest.detach();
    guest.viewer.close(name, reason);
    this.#watchers.delete(guest);
    if (guest !== this.#writer) return;
    this.#writer = undefined;
    this.#pacer.clear();
  }

  #tellPresences(): void {
    this.#options.onPresence(this.#everyone().map(({ presence }) => presence));
  }

  #everyone(): Guest[] {
    return [...(this.#writer ? [this.#writer] : []), ...this.#watchers];
  }
}
