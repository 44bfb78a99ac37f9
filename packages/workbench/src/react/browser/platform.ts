/** Whether the browser's own commands use ⌘ here. */
function hasCommandKey(): boolean {
  return typeof navigator !== 'undefined' && /^(Mac|iP)/.test(navigator.platform);
}

/** The key of a command, as it is written on this computer. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export function keyName(key: string): string {
  const mac = hasCommandKey();
  return key
    .split(/(?<=.)-(?=.)/)
    .map((part) => (part === 'Mod' ? (mac ? '⌘' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : part))
    .join(mac ? ' ' : '+');
}

interface KeyPress {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Whether the modifier of the browser's own commands is down, and the other one is not. */
export function isCommand({ ctrlKey, metaKey }: KeyPress): boolean {
  return hasCommandKey() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}
