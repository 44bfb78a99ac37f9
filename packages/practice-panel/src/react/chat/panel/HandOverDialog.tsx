import { useEffect, useId, useRef } from 'react';
import { Commands } from '../../parts/CommandLine.js';
import { ConfirmDialog } from '../../parts/ConfirmDialog.js';
import type { HandOverNote } from './use-hand-over.js';

interface HandOverDialogProps {
  readonly note: HandOverNote | undefined;
  readonly onClose: () => void;
}

/** Asks before a hand-over ends an agent that runs, or says how to go on in a terminal of one's own. */
export function HandOverDialog({ note, onClose }: HandOverDialogProps) {
  if (note === undefined) return null;
  if (note.kind === 'command') return <CommandDialog command={note.command} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Go on there?"
      keep="Stay here"
      confirm="End it and go on"
      onCancel={onClose}
      onConfirm={note.goOn}
    >
      {note.words}
    </ConfirmDialog>
  );
}

function CommandDialog({ command, onClose }: { readonly command: string; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="practice-dialog" aria-labelledby={id} onClose={onClose}>
      <h3 id={id}>Continue in your terminal</h3>
      <p>Run this in your own terminal. It goes on with the same conversation; do not write here meanwhile.</p>
      <div className="practice-chat-resume">
        <Commands commands={[command]} />
      </div>
      <div className="practice-dialog-actions">
        <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
