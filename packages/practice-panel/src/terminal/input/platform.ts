/** Whether ⌘ is the key of the browser's own commands here, which leaves Ctrl to the programs of a terminal. */
export function hasCommandKey(): boolean {
  return typeof navigator !== 'undefined' && /^(Mac|iP)/.test(navigator.platform);
}
