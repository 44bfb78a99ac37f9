import type { TmuxPane } from '../machine/tmux.js';
import { waitUntil } from '../machine/wait-until.js';
import { lookAt } from './capture/look.js';

/**
 * Does something that is to have an effect on what tmux holds of the pane: its characters, their looks or the cursor.
 * Resolves when it has; rejects after `withinMs` if nothing has changed, as when a key never arrived.
 */
export async function withEffect(
  pane: TmuxPane,
  what: string,
  act: () => Promise<void>,
  withinMs?: number,
): Promise<void> {
  const before = await held(pane);
  await act();
  await waitUntil(
    async () => (await held(pane)) !== before || undefined,
    async () => `${what} had no effect. The screen shows:\n${await pane.text()}`,
    withinMs,
  );
}

async function held(pane: TmuxPane): Promise<string> {
  const { clients: _, ...screen } = await lookAt(pane);
  return JSON.stringify(screen);
}
