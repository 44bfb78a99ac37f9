import type { CloseName, EndReason, GridSize, ServerFrame } from '@agent-factory/protocol';
import { Attachment, type OpenClient } from './attachment.js';
import type { Viewer } from './viewer.js';

/** A connection that has said its size. */
export interface Guest {
  readonly viewer: Viewer;
  size: GridSize;
  attachment: Attachment | undefined;
}

export interface ChannelOptions {
  readonly openClient: OpenClient;
  /** What was told to everybody before the newcomer came. */
  readonly greeting: () => ServerFrame | undefined;
  /** The tmux client of the writer ended by itself: the session is over, or tmux is. */
  readonly onClientExit: (exitCode: number) => void;
}

/**
 * Everybody who looks at one session: one writer, and those who wait for their turn. When the
 * writer leaves, whoever came first takes its place, so that a reloaded page is never locked out by
 * its own former self.
 */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #waiting = new Set<Guest>();
  #writer: Guest | undefined;

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  get connected(): boolean {
    return this.#writer !== undefined;
  }

  get empty(): boolean {
    return this.#writer === undefined && this.#waiting.size === 0;
  }

  /** Attaches the newcomer, or tells it that someone else writes. */
  join(guest: Guest): void {
    // In the same turn in which it begins to hear what is told to everybody: nothing is missed or said twice.
    const greeting = this.#options.greeting();
    if (greeting !== undefined) guest.viewer.send(greeting);
    if (this.#writer === undefined) {
      this.#attach(guest);
      return;
    }
    this.#waiting.add(guest);
    guest.viewer.sendError('session_in_use', 'This exercise is open in another tab. Take it over to go on here.');
  }

  takeOver(guest: Guest): void {
    if (guest === this.#writer) return;
    const former = this.#writer;
    this.#waiting.delete(guest);
    this.#writer = undefined;
    if (former !== undefined) {
      this.#detach(former);
      former.viewer.sendError('session_taken_over', 'This exercise was taken over by another tab.');
      former.viewer.close('taken_over');
    }
    this.#attach(guest);
  }

  leave(guest: Guest): void {
    this.#waiting.delete(guest);
    this.#detach(guest);
    if (guest !== this.#writer) return;
    this.#writer = undefined;
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next);
      this.#attach(next);
    }
  }

  broadcast(frame: ServerFrame): void {
    for (const guest of this.#everyone()) guest.viewer.send(frame);
  }

  /** The session is over: everybody is told why and let go. */
  end(reason: EndReason): void {
    for (const guest of this.#everyone()) {
      this.#detach(guest);
      guest.viewer.send({ type: 'session_ended', reason });
      guest.viewer.close('session_ended', reason);
    }
    this.#clear();
  }

  /** The daemon goes, the session stays: everybody may come back. */
  goAway(): void {
    this.#letGo('going_away');
  }

  /** The client is gone, the session stays: everybody may come back for a new one. */
  drop(): void {
    this.#letGo('attach_failed');
  }

  #attach(guest: Guest): void {
    this.#writer = guest;
    try {
      guest.attachment = new Attachment(guest.viewer, guest.size, this.#options.openClient, {
        onAttached: () => guest.viewer.send({ type: 'attached', role: 'writer', ...guest.size }),
        onClientExit: this.#options.onClientExit,
      });
    } catch (error) {
      this.#writer = undefined;
      guest.viewer.sendError('attach_failed', `The terminal could not be opened: ${String(error)}`);
      guest.viewer.close('attach_failed');
    }
  }

  #detach(guest: Guest): void {
    guest.attachment?.dispose();
    guest.attachment = undefined;
  }

  #letGo(name: CloseName): void {
    for (const guest of this.#everyone()) {
      this.#detach(guest);
      guest.viewer.close(name);
    }
    this.#clear();
  }

  #everyone(): Guest[] {
    return [...(this.#writer ? [this.#writer] : []), ...this.#waiting];
  }

  #clear(): void {
    this.#writer = undefined;
    this.#waiting.clear();
  }
}
