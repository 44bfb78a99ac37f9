import { type FormEvent, useEffect, useId, useRef, useState } from 'react';

interface RenameDialogProps {
  readonly title: string;
  readonly onRename: (title: string) => void;
  readonly onClose: () => void;
}

const MAX_TITLE_LENGTH = 200;

/** Asks for another title. */
export function RenameDialog({ title, onRename, onClose }: RenameDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(title);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onRename(text.trim());
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className="practice-dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <form onSubmit={submit}>
        <h3 id={`${id}-title`}>Rename the conversation</h3>
        <input
          className="practice-input practice-chat-rename"
          aria-label="Title"
          maxLength={MAX_TITLE_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="practice-dialog-actions">
          <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="practice-action" data-kind="primary">
            Rename
          </button>
        </div>
      </form>
    </dialog>
  );
}
