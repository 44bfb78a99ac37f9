import type { RegistryEntry } from '@agent-factory/protocol';
import { RECORDINGS } from '@agent-factory/protocol/recordings';
import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import type { JourneyState } from '../../client/journey/state.js';
import { RecordingControl, type RecordingView } from '../../client/recordings/recording-control.js';
import { usePracticeClient } from '../context.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import type { Theme } from '../props.js';
import { useTabFacts } from '../tabs/use-tab-facts.js';
import type { PanelAction } from '../toolbar/MoreMenu.js';
import { RecordDialog } from './RecordDialog.js';
import { RecordingBadge } from './RecordingBadge.js';
import { RecordingNews } from './RecordingNews.js';
import { RecordingsDialog } from './RecordingsDialog.js';
import { useServerUrl } from './use-server-url.js';
import { END_WORDS } from './words.js';

interface RecordingParts {
  /** For the toolbar's menu. */
  readonly actions: readonly PanelAction[];
  /** For the toolbar. */
  readonly badge: ReactNode;
  /** Below the toolbar: how the last one ended, and dialogs. */
  readonly below: ReactNode;
}

interface RecordingOptions {
  readonly exercise: RegistryEntry;
  readonly state: JourneyState;
  readonly theme: Theme;
  /** Where the focus goes when the button that had it is gone. */
  readonly firstAction: RefObject<HTMLElement | null>;
  /** Shows a short note. */
  readonly say: (words: string) => void;
}

const NONE: RecordingParts = { actions: [], badge: null, below: null };

/** Everything of the panel that is about recording, where the practice server can record. The list needs no session. */
export function useRecording({ exercise, state, theme, firstAction, say }: RecordingOptions): RecordingParts {
  const { server } = usePracticeClient();
  const { capabilities } = useTabFacts(exercise);
  const control = useMemo(() => new RecordingControl(exercise.id, server), [exercise.id, server]);
  const view = useSnapshot(control);
  const [dialog, setDialog] = useState<'none' | 'record' | 'list'>('none');
  const terminal = state.phase.name === 'open' ? state.phase.terminal : undefined;
  useEffect(() => terminal && control.follow(terminal), [terminal, control]);
  useExpectedEnds(control, view, say);
  const serverUrl = useServerUrl();
  if (serverUrl === undefined || !capabilities.has(RECORDINGS)) return NONE;

  const close = () => setDialog('none');
  const list: PanelAction = { label: 'Recordings…', run: () => setDialog('list') };
  const dialogs = (
    <>
      {dialog === 'record' && (
        <RecordDialog
          onCancel={close}
          onStart={(input) => {
            close();
            void control.start(input);
          }}
        />
      )}
      {dialog === 'list' && <RecordingsDialog theme={theme} serverUrl={serverUrl} onClose={close} />}
    </>
  );
  // What was recorded can be watched without a session.
  if (terminal === undefined) return { actions: [list], badge: null, below: dialogs };

  const stop = () => void control.stop();
  const leave = () => firstAction.current?.focus();
  const toggle: PanelAction = view.on
    ? { label: 'Stop recording', run: stop }
    : { label: 'Record this session…', run: () => setDialog('record') };
  return {
    actions: [toggle, list],
    badge: (
      <RecordingBadge
        view={view}
        onStop={() => {
          leave();
          stop();
        }}
      />
    ),
    below: (
      <>
        <RecordingNews
          news={view.news}
          onShow={() => setDialog('list')}
          onDismiss={() => {
            leave();
            control.dismiss();
          }}
        />
        {dialogs}
      </>
    ),
  };
}

/** What was to be expected is noted for a moment: a bar would take lines from the terminal, and so resize the session. */
function useExpectedEnds(control: RecordingControl, { news }: RecordingView, say: (words: string) => void): void {
  useEffect(() => {
    if (news === undefined || 'problem' in news) return;
    if (news.endedBy !== 'stopped' && news.endedBy !== 'session_ended') return;
    say(END_WORDS[news.endedBy]);
    control.dismiss();
  }, [control, news, say]);
}
