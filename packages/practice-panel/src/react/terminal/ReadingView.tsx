import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { fetchHistory } from '../../client/server/history.js';
import type { TerminalConnection } from '../../client/terminal/terminal-connection.js';
import { textWithBadges } from '../../terminal/markers/plain-badges.js';
import type { SelectedOnScreen } from '../../terminal/selection/selected-text.js';
import { isExplainKey } from '../explain/explain-key.js';
import { writeClipboard } from '../parts/write-clipboard.js';
import { useTextSelection } from './use-text-selection.js';

interface ReadingViewProps {
  /** The terminal whose session is read. */
  readonly session: TerminalConnection;
  readonly onClose: () => void;
  /** The student wants to have explained what they have selected; without it, that is not offered. */
  readonly onExplain?: ((selected: SelectedOnScreen) => void) | undefined;
}

type Reading =
  | { readonly status: 'reading' }
  | { readonly status: 'read'; readonly text: string }
  | { readonly status: 'failed'; readonly message: string };

/**
 * The whole session as plain text, oldest first: for screen readers, which follow a terminal badly, and
 * for whoever wants to read or copy at leisure. It shows one moment; Refresh reads it again.
 */
export function ReadingView({ session, onClose, onExplain }: ReadingViewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { reading, refresh } = useReading(session);
  const [copied, setCopied] = useState<string>();
  const region = useRef<HTMLElement>(null);
  const selection = useTextSelection(region);
  useEffect(() => dialog.current?.showModal(), []);
  const copyAll = async () => {
    if (reading.status !== 'read') return;
    setCopied((await writeClipboard(reading.text)) ? 'Copied.' : 'Select the text and copy it.');
  };
  const explain = () => {
    const selected = selection.read();
    if (selected === undefined || onExplain === undefined) return;
    dialog.current?.close(); // the explanation is where the terminal is
    onExplain(selected);
  };
  const explainByKey = (event: KeyboardEvent) => {
    if (onExplain === undefined || !isExplainKey(event.nativeEvent)) return;
    event.preventDefault();
    explain();
  };
  return (
    <dialog
      ref={dialog}
      className="practice-dialog practice-reading"
      aria-labelledby={titleId}
      onClose={onClose}
      onKeyDown={explainByKey}
    >
      <h3 id={titleId}>The session as text</h3>
      <div className="practice-reading-actions">
        <button type="button" className="practice-action" onClick={refresh}>
          Refresh
        </button>
        <button type="button" className="practice-action" onClick={copyAll} aria-disabled={reading.status !== 'read'}>
          Copy all
        </button>
        <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
          Close
        </button>
        {onExplain && selection.isSelected && (
          <button
            type="button"
            className="practice-action"
            onMouseDown={(event) => event.preventDefault()} // or nothing would be selected any more
            onClick={explain}
          >
            Explain this
          </button>
        )}
      </div>
      <p role="status" className="practice-reading-status">
        {copied ?? inWords(reading)}
      </p>
      <ReadingText region={region} text={reading.status === 'read' ? reading.text : ''} />
    </dialog>
  );
}

/** The text, scrolled to its end, where the newest is; the arrow keys scroll it. */
function ReadingText({ text, region }: { readonly text: string; readonly region: RefObject<HTMLElement | null> }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text is shown from its end
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    element.scrollTop = element.scrollHeight;
    element.focus({ preventScroll: true });
  }, [text, region]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reached by keyboard
    <section ref={region} className="practice-reading-text" aria-label="Text of the session" tabIndex={0}>
      <pre>{text}</pre>
    </section>
  );
}

function useReading(session: TerminalConnection): { reading: Reading; refresh: () => void } {
  const [reading, setReading] = useState<Reading>({ status: 'reading' });
  const latest = useRef(0);
  const refresh = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    setReading({ status: 'reading' });
    const outcome = await fetchHistory(session.url, { plain: true });
    if (mine !== latest.current) return;
    if (outcome.ok) setReading({ status: 'read', text: textWithBadges(outcome.value.text.trimEnd(), session.markers) });
    else setReading({ status: 'failed', message: outcome.error.message });
  }, [session]);
  useEffect(() => {
    void refresh();
    return () => {
      latest.current += 1;
    };
  }, [refresh]);
  return { reading, refresh: () => void refresh() };
}

function inWords(reading: Reading): string {
  if (reading.status === 'reading') return 'Reading…';
  if (reading.status === 'failed') return `The session cannot be read. ${reading.message}`;
  const lines = reading.text.split('\n').length;
  return `${lines.toLocaleString('en')} ${lines === 1 ? 'line' : 'lines'}, the newest last.`;
}
