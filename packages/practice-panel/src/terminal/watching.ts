import type { Terminal } from '@xterm/xterm';

/** Tells of keys that a program would have got, where the terminal takes none. Returns how to stop. */
export function tellKeysOfWatchers(terminal: Terminal, host: HTMLElement, onKey: () => void): () => void {
  const handleKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    const isTyped = [...key].length === 1 || key === 'Enter' || key === 'Backspace';
    if (terminal.options.disableStdin && isTyped && !ctrlKey && !metaKey && !altKey) onKey();
  };
  host.addEventListener('keydown', handleKey, { capture: true });
  return () => host.removeEventListener('keydown', handleKey, { capture: true });
}
