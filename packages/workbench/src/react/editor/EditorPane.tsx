import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Marked } from '../../client/mind/mind-state.js';
import type { DocumentView } from '../../client/state.js';
import type { ColourScheme } from '../../editor/types.js';
import { useSelected, useWorkbench } from '../context.js';
import { usePanelActions } from '../panel-actions.js';
import { CloseDialog } from '../tabs/CloseDialog.js';
import { EDITOR_PANEL_ID } from '../tabs/editor-panel-id.js';
import { TabBar } from '../tabs/TabBar.js';
import { Comparison } from './Comparison.js';
import { Cursor } from './cursor.js';
import { DocumentBars } from './DocumentBars.js';
import { EditorCover } from './EditorCover.js';
import { StatusLine } from './StatusLine.js';
import { useBinding, type Wishes } from './use-binding.js';
import { useComparing } from './use-comparing.js';
import { useEditorModule } from './use-editor-module.js';
import { useKeptFocus } from './use-kept-focus.js';

/** What others can do with the editor. */
export interface EditorControls {
  /** Puts the keyboard into a file, as soon as it is shown; by default the one in front. */
  focus(path?: string): void;
  /** Opens the search in the file in front. */
  search(): void;
  /** What is selected, or where the cursor is; undefined while no text is in sight. */
  marked(): Marked | undefined;
}

interface EditorPaneProps {
  readonly colourScheme: ColourScheme;
  readonly controls: Ref<EditorControls>;
}

/** The open files, and the editor. */
export function EditorPane({ colourScheme, controls }: EditorPaneProps) {
  const { announce, say, showInTree, explain } = usePanelActions();
  const active = useActiveDocument();
  const [cursor] = useState(() => new Cursor());
  const host = useRef<HTMLDivElement>(null);
  const [wishes] = useState<Wishes>({});
  const { module, failed, retry } = useEditorModule(active !== undefined);
  const binding = useBinding({ module, host, colourScheme, cursor, announce, wishes });
  const keptFocus = useKeptFocus(useSelected(({ documents }) => documents.length));
  const { comparing, compare, leave } = useComparing(active);
  const workbench = useWorkbench();
  const focus = (path = workbench.snapshot().activePath ?? undefined) => {
    if (binding.current === undefined) wishes.focus = path;
    else if (path !== undefined) binding.current.focusOn(path);
  };
  useImperativeHandle(controls, () => ({
    focus,
    search: () => binding.current?.editor.openSearch(),
    marked: () => binding.current?.marked,
  }));
  const isCovered = active?.status !== 'ready' || module === undefined;
  const isHidden = isCovered || comparing !== undefined;
  useEffect(() => {
    if (!isHidden) binding.current?.handleUncovered();
  }, [isHidden, binding]);
  return (
    <div className="wb-editor-pane" tabIndex={-1} {...keptFocus}>
      <TabBar onChanges={(path) => compare({ kind: 'changes', path })} onRevealInTree={showInTree} announce={say} />
      <div
        id={EDITOR_PANEL_ID}
        className="wb-editor-panel"
        {...(active && { role: 'tabpanel', 'aria-label': active.name })}
      >
        {active && <DocumentBars document={active} comparing={comparing} onCompare={compare} />}
        <div className="wb-editor-place">
          <div ref={host} className="wb-editor-host" hidden={isHidden} />
          {isCovered && <EditorCover document={active} failed={failed} onRetry={retry} />}
          {comparing && module && (
            <Comparison
              {...{ module, comparing, colourScheme, announce }}
              onLeave={leave}
              onFocusLost={() => focus()}
            />
          )}
        </div>
      </div>
      {active && <StatusLine document={active} cursor={cursor} onExplain={isHidden ? undefined : explain} />}
      <CloseDialog />
    </div>
  );
}

function useActiveDocument(): DocumentView | undefined {
  return useSelected(({ documents, activePath }) => documents.find(({ path }) => path === activePath));
}
