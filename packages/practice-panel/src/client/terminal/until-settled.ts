import type { TerminalConnection } from './terminal-connection.js';

/** Resolves when the terminal is attached, or will not be for now; and in any case after so many milliseconds. */
export async function untilSettled(
  terminal: Pick<TerminalConnection, 'getSnapshot' | 'subscribe'>,
  withinMs: number,
): Promise<void> {
  const isSettled = () => !['idle', 'connecting'].includes(terminal.getSnapshot().status);
  if (isSettled()) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => end(), withinMs);
    const stop = terminal.subscribe(() => isSettled() && end());
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
  });
}
