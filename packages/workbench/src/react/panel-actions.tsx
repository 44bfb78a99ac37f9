import { createContext, useContext } from 'react';
import type { Place } from '../client/state.js';
import type { PaneId } from './layout/arrangement.js';

/** What a part of the Workbench can ask of the others. */
export interface PanelActions {
  /** Tells a screen reader something that everybody else sees. */
  readonly announce: (words: string) => void;
  /** Shows a sentence for a moment, and tells it. */
  readonly say: (words: string) => void;
  /** Shows a pane that is put away or behind another. */
  readonly bring: (pane: PaneId) => void;
  /** Shows a file, and where `focus` asks for it puts the keyboard there. */
  readonly showFile: (path: string, options?: { readonly at?: Place; readonly focus?: boolean }) => void;
  readonly showInTree: (path: string) => void;
  /** Asks the coach about what is selected in the editor, or the line of the cursor. */
  readonly explain: () => void;
  /** Shows a kata, and puts the keyboard there; without an id, puts away the one that is shown. */
  readonly showKata: (id?: string) => void;
}

const ActionsContext = createContext<PanelActions | undefined>(undefined);

export const PanelActionsProvider = ActionsContext.Provider;

export function usePanelActions(): PanelActions {
  const actions = useContext(ActionsContext);
  if (actions === undefined) throw new Error('A part of the Workbench was used outside of WorkbenchPanel.');
  return actions;
}
