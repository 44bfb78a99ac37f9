const SERVER_KEY = 'practice:server';
const CONNECTED_KEY = 'practice:connected';

/**
 * What the browser remembers about the daemon: its address for this tab, and that this site has
 * reached one before. If storage is blocked, nothing is remembered and everything still works.
 */
export const memory = {
  server: () => attempt(() => sessionStorage.getItem(SERVER_KEY)) ?? undefined,
  wasConnected: () => attempt(() => localStorage.getItem(CONNECTED_KEY)) === 'yes',
  remember(baseUrl: string) {
    attempt(() => sessionStorage.setItem(SERVER_KEY, baseUrl));
    attempt(() => localStorage.setItem(CONNECTED_KEY, 'yes'));
  },
};

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined; // storage is blocked here; remembering nothing is not an error
  }
}
