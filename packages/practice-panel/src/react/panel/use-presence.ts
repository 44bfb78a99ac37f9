import { type RefObject, useEffect } from 'react';
import { tellPresence } from '../../client/presence/presence.js';
import type { TerminalConnection } from '../../client/terminal/terminal-connection.js';

/** Tells the practice server, by the terminal, whether the student sees this element and is busy on its page. */
export function usePresence(element: RefObject<HTMLElement | null>, terminal: TerminalConnection): void {
  useEffect(
    () => (element.current === null ? undefined : tellPresence(element.current, terminal)),
    [element, terminal],
  );
}
