import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Milliseconds in which Tab leaves the editor after Escape: as long as the editor itself gives it. */
const LEAVES_FOR_MS = 2000;

/** Also where Escape did something else, such as making one cursor of several: what is said to leave by it holds. */
export const leaveByEscape: Extension = EditorView.domEventObservers({
  keydown: ({ key }, view) => {
    if (key === 'Escape') view.setTabFocusMode(LEAVES_FOR_MS);
  },
});
