import type { GridSize } from '@agent-factory/protocol';

const SERVER_KEY = 'practice:server';
const CONNECTED_KEY = 'practice:connected';
const GRID_KEY = 'practice:grid';

/**
 * What the browser remembers: the daemon's address and the size of the last terminal for this tab, and that this site
 * has reached a daemon before. If storage is blocked, nothing is remembered and everything still works.
 */
export const memory = {
  server: () => attempt(() => sessionStorage.getItem(SERVER_KEY)) ?? undefined,
  wasConnected: () => attempt(() => localStorage.getItem(CONNECTED_KEY)) === 'yes',
  remember(baseUrl: string) {
    attempt(() => sessionStorage.setItem(SERVER_KEY, baseUrl));
    attempt(() => localStorage.setItem(CONNECTED_KEY, 'yes'));
  },
  /** Whether a terminal had this size when it was last fitted into its panel. */
  wasGrid: (grid: GridSize) => attempt(() => sessionStorage.getItem(GRID_KEY)) === gridWords(grid),
  rememberGrid(grid: GridSize) {
    attempt(() => sessionStorage.setItem(GRID_KEY, gridWords(grid)));
  },
};

function gridWords({ cols, rows }: GridSize): string {
  return `${cols}×${rows}`;
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined; // storage is blocked here; remembering nothing is not an error
  }
}
