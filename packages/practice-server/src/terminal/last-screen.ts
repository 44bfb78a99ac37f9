import { setTimeout as delay } from 'node:timers/promises';

/** A screen is drawn in milliseconds; a machine that is busy beyond that must not keep an end from being told. */
const DRAWN_MS = 3000;
const LOOK_EVERY_MS = 5;

/** How many bytes tmux has written to each client, by the client's terminal. */
export type BytesWritten = () => Promise<ReadonlyMap<string, number>>;

/** A client of which is known what has come from it. */
interface Drawn {
  readonly tty: string;
  readonly receivedBytes: number;
}

/**
 * Resolves when tmux has drawn the whole screen for every client and all of it has come. tmux does not say
 * when a screen is complete; but a client whose every byte was read has no reason to wait, so that whatever
 * tmux still wanted to write would have been written by the next time it answers.
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

/** Looks again and again, for what nobody announces, and gives up after a while. */
export async function looksLike(look: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await look()) && performance.now() < deadline) await delay(LOOK_EVERY_MS);
}
