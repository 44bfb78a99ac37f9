import { type RefObject, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { Size } from './browser/use-size.js';
import { useSelected } from './context.js';
import type { EditorControls } from './editor/EditorPane.js';
import { PANES, type PaneId } from './layout/arrangement.js';
import { useLayout } from './layout/use-layout.js';
import { focusPane, nextPaneOf } from './pane-focus.js';
import type { PanelActions } from './panel-actions.js';
import { SILENCE } from './parts/spoken.js';
import { useLatest } from './parts/use-latest.js';
import { useNote } from './parts/use-note.js';
import type { WorkbenchPanelProps } from './props.js';
import { shortcutHandler } from './shortcuts/use-shortcuts.js';
import { useWorkbenchEvents } from './use-workbench-events.js';

interface PanelNeeds {
  readonly place: RefObject<HTMLElement | null>;
  readonly size: Size | undefined;
  readonly onKeys: () => void;
}

/** What holds the parts of the Workbench together. */
export function usePanel(props: WorkbenchPanelProps, { place, size, onKeys }: PanelNeeds) {
  const { workbench, controls } = props;
  const available = useAvailable(props);
  const layout = useLayout(size, available);
  const { note, say } = useNote();
  const [announced, setAnnounced] = useState(SILENCE);
  const searchField = useRef<HTMLInputElement>(null);
  const editor = useRef<EditorControls>(null);
  const bring = useStable(layout.bring);
  const focus = useCallback(
    (pane: PaneId) => {
      bring(pane);
      if (pane === 'editor') editor.current?.focus();
      // The pane may be shown by the next drawing only.
      requestAnimationFrame(() => focusPane(place.current, pane));
    },
    [bring, place],
  );
  const actions = useMemo<PanelActions>(
    () => ({
      ...{ say, bring },
      announce: (words) => setAnnounced({ words }),
      showFile(path, { at, focus = false } = {}) {
        bring('editor');
        workbench.open(path, at && { at });
        if (focus) editor.current?.focus(path);
      },
      showInTree(path) {
        bring('files');
        workbench.revealInTree(path);
      },
      explain() {
        const marked = editor.current?.marked();
        if (marked === undefined) say('Open a file first, and mark what you want explained.');
        else {
          workbench.explain(marked);
          bring('coach');
        }
      },
      showKata(id) {
        if (id === undefined) workbench.closeKata();
        else workbench.openKata(id);
        focus(id === undefined ? 'coach' : 'kata');
      },
    }),
    [workbench, bring, say, focus],
  );
  useWorkbenchEvents({ workbench, bring, say });
  useImperativeHandle(controls, () => ({ focus }), [focus]);
  const handleKey = shortcutHandler({
    workbench,
    showKeys: onKeys,
    explain: actions.explain,
    findFile() {
      bring('files');
      requestAnimationFrame(() => searchField.current?.focus());
    },
    nextPane: (step) => {
      const next = nextPaneOf(place.current, layout.available.filter(layout.isShown), step);
      if (next !== undefined) focus(next);
    },
  });
  return { layout, actions, note, announced, searchField, editor, handleKey, activity: useActivity(workbench) };
}

/** The page around decides whether there is a lesson, and a terminal; the student, whether there is a kata. */
function useAvailable({ lesson, terminal }: WorkbenchPanelProps): readonly PaneId[] {
  const hasLesson = lesson != null;
  const hasTerminal = terminal != null;
  const hasKata = useSelected((state) => state.katas.open !== null);
  return useMemo(() => {
    const absent = {
      lesson: !hasLesson,
      kata: !hasKata,
      terminal: !hasTerminal,
      files: false,
      coach: false,
      editor: false,
    };
    return PANES.filter((pane) => !absent[pane]);
  }, [hasLesson, hasKata, hasTerminal]);
}

/** A function that stays the same, and does what was drawn last. */
function useStable<Arguments extends unknown[]>(run: (...args: Arguments) => void): (...args: Arguments) => void {
  const latest = useLatest(run);
  return useCallback((...args: Arguments) => latest.current(...args), [latest]);
}

/** Tells the Workbench that the student is there. */
function useActivity(workbench: WorkbenchPanelProps['workbench']) {
  const note = useCallback(() => workbench.noteActivity(), [workbench]);
  useEffect(() => {
    // Scrolling does not bubble.
    const options = { capture: true, passive: true };
    document.addEventListener('scroll', note, options);
    return () => document.removeEventListener('scroll', note, options);
  }, [note]);
  return { onKeyDownCapture: note, onPointerDownCapture: note };
}
