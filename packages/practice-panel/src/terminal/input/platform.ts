/** Whether the browser's own commands use ⌘ here, which leaves Ctrl to the programs in a terminal. */
export function hasCommandKey(): boolean {
  return typeof navigator !== 'undefined' && /^(Mac|iP)/.test(navigator.platform);
}
