import { setTimeout as pause } from 'node:timers/promises';
import type { TmuxPane } from '../machine/tmux.js';
import type { Screen } from './cell.js';
import { compareScreens, type Difference } from './compare.js';
import { freezePane } from './freeze.js';
import { FreshDrawing, isUntold } from './fresh-drawing.js';
import { tmuxScreen } from './tmux-screen.js';

const POLL_MS = 50;

/**
 * Holds the pane still and compares what a viewer shows with what tmux holds,
 * again and again until nothing differs or the time is over: bytes may still be on their way.
 * Returns the differences that remained.
 */
export async function differencesFromTmux(
  pane: TmuxPane,
  readViewer: () => Promise<Screen> | Screen,
  timeoutMs = 15_000,
): Promise<Difference[]> {
  const frozen = await freezePane(pane);
  const drawing = new FreshDrawing(pane);
  try {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const differences = await differencesNow(await tmuxScreen(pane), await readViewer(), drawing);
      if (differences.length === 0 || Date.now() > deadline) return differences;
      await pause(POLL_MS);
    }
  } finally {
    await drawing[Symbol.asyncDispose]();
    await frozen[Symbol.asyncDispose]();
  }
}

async function differencesNow(expected: Screen, actual: Screen, drawing: FreshDrawing): Promise<Difference[]> {
  const differences = compareScreens(expected, actual);
  const untold = differences.some(({ field, row, col }) => {
    const cell = expected.cells[row]?.[col];
    return field === 'bg' && cell !== undefined && isUntold(cell);
  });
  return untold ? compareScreens(await drawing.fill(expected), actual) : differences;
}
