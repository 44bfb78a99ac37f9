import { useCallback, useSyncExternalStore } from 'react';

/** The panel marks the element that hosts a terminal, and puts this handle on it. */
const SELECTOR = '[data-practice-terminal]';

/** The part of the panel's documented handle used here. */
interface TerminalHost extends Element {
  practiceTerminal?: { terminal: { paste(text: string): void; focus(): void } };
}

function findHost(): TerminalHost | null {
  return document.querySelector<TerminalHost>(SELECTOR);
}

/** Whether a practice terminal is open in this page. */
export function usePracticeTerminal(): boolean {
  const subscribe = useCallback((listener: () => void) => {
    const observer = new MutationObserver(listener);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-practice-terminal'] });
    return () => observer.disconnect();
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => findHost()?.practiceTerminal !== undefined,
    () => false,
  );
}

/**
 * Types the text where the terminal's cursor is, without sending it: pressing Enter is left to the student.
 * @returns false if no terminal is open any more
 */
export function pasteIntoTerminal(text: string): boolean {
  const handle = findHost()?.practiceTerminal;
  handle?.terminal.paste(text);
  return handle !== undefined;
}

export function focusTerminal(): void {
  findHost()?.practiceTerminal?.terminal.focus();
}
