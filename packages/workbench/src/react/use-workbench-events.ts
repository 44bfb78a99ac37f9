import { useEffect } from 'react';
import type { Workbench } from '../client/workbench.js';
import type { PaneId } from './layout/arrangement.js';

interface EventNeeds {
  readonly workbench: Workbench;
  readonly bring: (pane: PaneId) => void;
  readonly say: (words: string) => void;
}

/** What happens once in the Workbench, as far as more than the editor has to do with it. */
export function useWorkbenchEvents({ workbench, bring, say }: EventNeeds): void {
  useEffect(
    () =>
      workbench.on((event) => {
        if (event.type === 'document.opened' && event.restored) {
          say(`Unsaved text of ${event.path} is back from before.`);
        }
        // A student who types in the terminal is not taken from it.
        if (event.type === 'reveal' && !isInTerminal()) bring('editor');
      }),
    [workbench, bring, say],
  );
}

function isInTerminal(): boolean {
  return document.activeElement?.closest('[data-practice-terminal]') != null;
}
