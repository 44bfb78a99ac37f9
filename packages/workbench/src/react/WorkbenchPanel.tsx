import { useEffect, useState } from 'react';
import { ActivityDialog } from './activity/ActivityDialog.js';
import { useSize } from './browser/use-size.js';
import { WorkbenchProvider } from './context.js';
import { EditorPane } from './editor/EditorPane.js';
import { Header } from './header/Header.js';
import { KataPane } from './katas/KataPane.js';
import { PaneSwitcher } from './layout/PaneSwitcher.js';
import { Panes } from './layout/Panes.js';
import { ConnectionBar } from './notices/ConnectionBar.js';
import { Toasts } from './notices/Toasts.js';
import { PanelActionsProvider } from './panel-actions.js';
import { Status } from './parts/Status.js';
import { CoachPane } from './plan/CoachPane.js';
import type { WorkbenchPanelProps } from './props.js';
import { KeysDialog } from './shortcuts/KeysDialog.js';
import { FilesPane } from './tree/FilesPane.js';
import { usePaneNews } from './use-pane-news.js';
import { usePanel } from './use-panel.js';

/** The Workbench: files, editor and plan, beside the terminal and whatever is learnt from. It fills its place. */
export function WorkbenchPanel(props: WorkbenchPanelProps) {
  const { workbench } = props;
  useEffect(() => workbench.connect(), [workbench]);
  return (
    <WorkbenchProvider value={workbench}>
      <Panel {...props} />
    </WorkbenchProvider>
  );
}

function Panel(props: WorkbenchPanelProps) {
  const { theme, terminal, lesson } = props;
  const [place, size] = useSize<HTMLDivElement>();
  const [dialog, setDialog] = useState<'activity' | 'keys'>();
  const panel = usePanel(props, { place, size, onKeys: () => setDialog('keys') });
  const { layout, actions, note } = panel;
  // On a phone, the coach's list says the same.
  const isListed = layout.room === 'single' && layout.front === 'coach';
  const news = usePaneNews(layout.front);
  return (
    <PanelActionsProvider value={actions}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole, wherever in it the focus is */}
      <div className="wb" data-theme={theme} data-room={layout.room} onKeyDown={panel.handleKey} {...panel.activity}>
        <Header
          layout={layout}
          onActivity={() => setDialog('activity')}
          onKeys={() => setDialog('keys')}
          actions={props.actions}
        />
        <div className="practice-root wb-part">
          <ConnectionBar onStart={props.onStart} />
        </div>
        <div ref={place} className="wb-panes">
          <Panes
            layout={layout}
            size={size}
            contents={{
              ...{ lesson, terminal },
              kata: <KataPane colourScheme={theme} />,
              files: <FilesPane searchField={panel.searchField} />,
              coach: <CoachPane />,
              editor: <EditorPane colourScheme={theme} controls={panel.editor} />,
            }}
          />
          {!isListed && <Toasts box={layout.place(size).panes.get('editor')} />}
        </div>
        {layout.room === 'single' && <PaneSwitcher layout={layout} news={news} />}
        <Status said={note} className="practice-root practice-note" data-shown={note.words !== ''} />
        <Status said={panel.announced} className="practice-visually-hidden" />
        {dialog === 'activity' && <ActivityDialog onClose={() => setDialog(undefined)} />}
        {dialog === 'keys' && <KeysDialog onClose={() => setDialog(undefined)} />}
      </div>
    </PanelActionsProvider>
  );
}
