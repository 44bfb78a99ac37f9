import { setTimeout as pause } from 'node:timers/promises';
import type { TmuxPane } from '../tmux.js';
import type { Screen } from './cell.js';
import { compareScreens, type Difference } from './compare.js';
import { freezePane } from './freeze.js';
import { tmuxScreen } from './tmux-screen.js';

const POLL_MS = 50;

/**
 * Holds the pane still and compares what a viewer shows with what tmux holds,
 * again and again until nothing differs or the time is over: bytes may still be on their way.
 * Gives the differences that remained.
 */
export async function differencesFromTmux(
  pane: TmuxPane,
  readViewer: () => Promise<Screen> | Screen,
  timeoutMs = 5_000,
): Promise<Difference[]> {
  const frozen = await freezePane(pane);
  try {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const differences = compareScreens(await tmuxScreen(pane), await readViewer());
      if (differences.length === 0 || Date.now() > deadline) return differences;
      await pause(POLL_MS);
    }
  } finally {
    await frozen[Symbol.asyncDispose]();
  }
}
