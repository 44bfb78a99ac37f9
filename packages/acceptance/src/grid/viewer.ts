import type { Screen } from './cell.js';

/** What somebody sees, and how much of what tmux sent for it is drawn: both at one moment. */
export interface View {
  readonly screen: Screen;
  /** In bytes, from the beginning of the attachment that is drawn now. */
  readonly drawnBytes: number;
}

/** Somebody who looks at a session through a tmux client. */
export interface Viewer {
  /** The client's process, where it is known; otherwise it is the client that was sent just as much as is drawn. */
  readonly clientPid?: number;
  look(): View | Promise<View>;
  /** Resolves when at least so many bytes are drawn, or after `withinMs`: look again to know which. */
  drawn(bytes: number, withinMs: number): Promise<void>;
}
