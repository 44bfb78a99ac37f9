import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { isWriting } from '../../client/terminal/connection-state.js';
import type { TerminalConnection } from '../../client/terminal/terminal-connection.js';
import { themeOf } from '../../terminal/drawing/theme-of.js';
import type { ScreenKeys } from '../../terminal/input/screen-keys.js';
import { NOTHING_SELECTED, type SelectedOnScreen, type SelectedText } from '../../terminal/selection/selected-text.js';
import type { TerminalView } from '../../terminal/view.js';
import { useFocusBack } from '../parts/use-lost-focus.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import type { Theme } from '../props.js';
import { useSettings } from '../settings/use-settings.js';
import { clipboardHelp, historyHelp, LEAVE_KEY } from '../shortcuts/leave-key.js';
import { ExplainPill } from './ExplainPill.js';
import { isAtWork } from './is-at-work.js';
import { KeyBar } from './KeyBar.js';
import { loadTerminal } from './load-terminal.js';
import { PasteProgress } from './PasteProgress.js';
import { ReadingView } from './ReadingView.js';
import { TerminalOverlay } from './TerminalOverlay.js';
import { useTerminalNotes } from './use-terminal-notes.js';
import { BehindNote, WatchBar } from './WatchBar.js';

/** What the panel can do with its terminal. */
export interface TerminalControls {
  /** Opens the search in the history. */
  search(): void;
  /** Shows the session as plain text. */
  read(): void;
  /** Goes on in the terminal. */
  focus(): void;
  /** Whether the cursor is in the lower half of the screen. */
  isCursorLow(): boolean;
  /** What is selected; without a text where nothing is. */
  selected(): SelectedOnScreen;
}

export interface TerminalPanelProps {
  /** The connection to show. It opens while the panel is there and closes with it; the session goes on. */
  readonly session: TerminalConnection;
  readonly theme: Theme;
  /** The student pressed the key that leaves the terminal. */
  readonly onLeave?: () => void;
  /** The session is over and the student wants a new one. */
  readonly onRestart?: () => void;
  /** The student gives up a lost connection. */
  readonly onClose?: () => void;
  /** The student wants to have explained what they have selected; without it, that is not offered. */
  readonly onExplain?: ((selected: SelectedOnScreen) => void) | undefined;
  readonly controls?: Ref<TerminalControls>;
  /** What lies over the terminal, and comes before it for the keyboard. */
  readonly children?: ReactNode;
}

/** A terminal and what covers it while it is not connected. */
export function TerminalPanel(props: TerminalPanelProps) {
  const { session, theme } = props;
  const shownTheme = themeOf(useSettings(), theme);
  const helpId = useId();
  const notes = useTerminalNotes(session);
  const state = useSnapshot(session);
  const [isReading, setReading] = useState(false);
  const { host, keys, selected, failed, retry, focus, paste } = useTerminal(props, {
    helpId,
    onUndelivered: notes.tellUndelivered,
    onRead: () => setReading(true),
  });
  const focusHandlers = useFocusBack(isWriting(state), focus);
  return (
    <div
      className="practice-root practice-terminal"
      data-theme={shownTheme}
      data-status={state.status}
      {...focusHandlers}
    >
      <WatchBar session={session} />
      {props.children}
      {props.onExplain && selected && <ExplainPill selected={selected} onExplain={props.onExplain} />}
      <div ref={host} className="practice-terminal-host" data-practice-terminal="" />
      <KeyBar keys={keys} onPaste={paste} />
      <p id={helpId} className="practice-visually-hidden">
        {LEAVE_KEY} leaves the terminal. {clipboardHelp()} {historyHelp()}
      </p>
      {failed ? (
        <div className="practice-overlay">
          <p>The terminal could not be loaded.</p>
          <button type="button" className="practice-action" data-kind="primary" onClick={retry}>
            Try again
          </button>
        </div>
      ) : (
        <TerminalOverlay state={state} session={session} onRestart={props.onRestart} onClose={props.onClose} />
      )}
      {isReading && <ReadingView session={session} onClose={() => setReading(false)} onExplain={props.onExplain} />}
      <PasteProgress pastes={session.pastes} />
      <BehindNote session={session} />
      <p className="practice-undelivered" role="status" data-shown={notes.text !== ''}>
        {notes.text}
      </p>
    </div>
  );
}

interface TerminalWishes {
  readonly helpId: string;
  readonly onUndelivered: () => void;
  readonly onRead: () => void;
}

function useTerminal(props: TerminalPanelProps, { helpId, onUndelivered, onRead }: TerminalWishes) {
  const { session, theme } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<TerminalView>(undefined);
  const now = { theme, onLeave: props.onLeave, onExplain: props.onExplain, onRead };
  const latest = useRef(now);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const [keys, setKeys] = useState<ScreenKeys>();
  const [selected, setSelected] = useState<SelectedText>();
  latest.current = now;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` loads again after a failure
  useEffect(() => {
    let current = true;
    const mount = async () => {
      const { mountTerminal } = await loadTerminal(session.serverUrl);
      if (!current || host.current === null) return;
      view.current = mountTerminal({
        host: host.current,
        connection: session,
        theme: latest.current.theme,
        helpId,
        onLeave: () => latest.current.onLeave?.(),
        onRead: () => latest.current.onRead(),
        onExplain: () => latest.current.onExplain?.(selectedIn(view.current)),
        canExplain: () => latest.current.onExplain !== undefined,
        onUndelivered,
      });
      setKeys(view.current.keys);
      setSelected(view.current.selected);
      if (!isAtWork(document.activeElement, host.current)) view.current.terminal.focus();
    };
    setFailed(false);
    mount().catch(() => current && setFailed(true));
    return () => {
      current = false;
      view.current?.dispose();
      view.current = undefined;
      setKeys(undefined);
      setSelected(undefined);
    };
  }, [session, helpId, onUndelivered, attempt]);

  useEffect(() => view.current?.setTheme(theme), [theme]);
  useImperativeHandle(
    props.controls,
    () => ({
      search: () => view.current?.openSearch(),
      read: () => latest.current.onRead(),
      focus: () => view.current?.terminal.focus(),
      isCursorLow: () => isCursorLow(view.current),
      selected: () => selectedIn(view.current),
    }),
    [],
  );
  return {
    host,
    keys,
    selected,
    failed,
    retry: () => setAttempt((count) => count + 1),
    focus: () => view.current?.terminal.focus(),
    paste: () => void pasteClipboard(view.current),
  };
}

/** Pastes what is on the clipboard. If the browser does not allow that, its own menu still pastes. */
async function pasteClipboard(view: TerminalView | undefined): Promise<void> {
  const text = await navigator.clipboard?.readText().catch(() => '');
  if (text) view?.paste(text);
}

function isCursorLow(view: TerminalView | undefined): boolean {
  if (view === undefined) return false;
  const { buffer, rows } = view.terminal;
  return buffer.active.cursorY >= rows / 2;
}

function selectedIn(view: TerminalView | undefined): SelectedOnScreen {
  return view?.selected.read() ?? NOTHING_SELECTED;
}
