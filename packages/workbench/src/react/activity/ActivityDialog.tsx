import { useState } from 'react';
import { Dialog } from '../parts/Dialog.js';
import { Icon } from '../parts/icons.js';
import { ActionList } from './ActionList.js';
import { DeleteActions } from './DeleteActions.js';
import { ExportActions } from './ExportActions.js';
import { useActions } from './use-actions.js';

/** Everything that was logged of this project: the student can read it, take it along and delete it. */
export function ActivityDialog({ onClose }: { readonly onClose: () => void }) {
  const [looksOnly, setLooksOnly] = useState(true);
  const [deleting, setDeleting] = useState(false);
  const view = useActions(looksOnly);
  return (
    <Dialog title="What the agent looked at" size="large" onLeave={onClose}>
      <p className="practice-muted">
        Kept on this computer, for you alone. In an exercise, the lesson’s page can read it, too.
      </p>
      <div className="wb-line wb-activity-actions">
        <label className="wb-check">
          <input type="checkbox" checked={looksOnly} onChange={({ target }) => setLooksOnly(target.checked)} />
          Only what the agent did
        </label>
        <ExportActions />
        <button
          type="button"
          className="practice-action"
          data-kind="danger"
          aria-disabled={view.actions.length === 0}
          onClick={() => view.actions.length > 0 && setDeleting(true)}
        >
          <Icon name="trash" />
          Delete
        </button>
      </div>
      {deleting ? (
        <DeleteActions
          onKeep={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false);
            view.reload();
          }}
        />
      ) : (
        <ActionList view={view} looksOnly={looksOnly} />
      )}
    </Dialog>
  );
}
