import { useEffect, useId, useRef } from 'react';
import { hasCommandKey } from '../../terminal/input/platform.js';
import { CHAT_KEYS } from './chat-keys.js';
import { LEAVE_KEY } from './leave-key.js';
import { commandKeyName, EXPLAIN_KEY, FULL_SCREEN_KEY, findKey, READING_KEY } from './panel-keys.js';

type Keys = readonly (readonly [key: string, does: string])[];

/** The keys that the page takes; all others belong to the programs in the terminal. */
function pageKeys(): Keys {
  const command = commandKeyName();
  return [
    [LEAVE_KEY, 'leaves the terminal'],
    [hasCommandKey() ? '⌘C' : 'Ctrl+Shift+C', 'copies what is selected'],
    [hasCommandKey() ? '⌘V' : 'Ctrl+V', 'pastes'],
    ['Page Up', 'scrolls back; with Shift in every program'],
    [findKey(), 'finds text in the history'],
    [READING_KEY, 'shows the session as plain text'],
    [EXPLAIN_KEY, 'explains what is marked, also in the lesson'],
    [`${command}+`, 'larger text'],
    [`${command}−`, 'smaller text'],
    [`${command}0`, 'usual text size'],
    [FULL_SCREEN_KEY, 'fills the screen, and leaves it'],
  ];
}

/** Says which keys the page takes, so that nobody has to find out. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="practice-dialog" aria-labelledby={titleId} onClose={onClose}>
      <h3 id={titleId}>Keyboard shortcuts</h3>
      <h4>In the terminal</h4>
      <KeyList keys={pageKeys()} />
      <p className="practice-muted">Every other key belongs to the programs in it, Tab and Escape included.</p>
      <h4>In the chat</h4>
      <KeyList keys={CHAT_KEYS} />
      <div className="practice-dialog-actions">
        <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}

function KeyList({ keys }: { readonly keys: Keys }) {
  return (
    <dl className="practice-keys">
      {keys.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
