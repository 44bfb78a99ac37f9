import { setTimeout as delay } from 'node:timers/promises';

/** A screen is drawn in milliseconds; on a very busy machine, pages must still learn that the session has ended. */
const DRAWN_MS = 3000;
const LOOK_EVERY_MS = 5;

/** How many bytes tmux has written to each client, by the client's terminal. */
export type BytesWritten = () => Promise<ReadonlyMap<string, number>>;

/** A client, and how much output of it has arrived. */
interface Drawn {
  readonly tty: string;
  readonly receivedBytes: number;
}

/**
 * Resolves when tmux has drawn the whole screen for every client and all of it has arrived. tmux does not say
 * when a screen is complete; but if every byte for a client was read, nothing holds tmux back: whatever it
 * still wanted to write, it would have written by its next answer.
 */
export async function allDrawn(clients: readonly Drawn[], bytesWritten: BytesWritten): Promise<void> {
  let before: number | undefined;
  const isComplete = async (): Promise<boolean> => {
    const written = await bytesWritten();
    const isRead = clients.every(({ tty, receivedBytes }) => receivedBytes > 0 && written.get(tty) === receivedBytes);
    const total = isRead ? clients.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0) : undefined;
    const isStill = total !== undefined && total === before;
    before = total;
    return isStill;
  };
  if (clients.length > 0) await looksLike(isComplete, DRAWN_MS);
}

/** Polls for what has no event, and gives up after a while. */
export async function looksLike(look: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await look()) && performance.now() < deadline) await delay(LOOK_EVERY_MS);
}
