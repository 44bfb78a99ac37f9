import type { Terminal } from '@xterm/xterm';

/** Reports keys that a program would have received, while the terminal takes none. Returns a function that stops it. */
export function tellKeysOfWatchers(terminal: Terminal, host: HTMLElement, onKey: () => void): () => void {
  const handleKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    const isTyped = [...key].length === 1 || key === 'Enter' || key === 'Backspace';
    if (terminal.options.disableStdin && isTyped && !ctrlKey && !metaKey && !altKey) onKey();
  };
  host.addEventListener('keydown', handleKey, { capture: true });
  return () => host.removeEventListener('keydown', handleKey, { capture: true });
}
