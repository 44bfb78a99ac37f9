import { useState } from 'react';
import { Popover } from '../parts/Popover.js';
import { KeysDialog } from '../shortcuts/KeysDialog.js';

/** An action of the panel that has no button, for lack of room. */
export interface PanelAction {
  readonly label: string;
  /** The key that does the same. */
  readonly shortcut?: string;
  readonly run: () => void;
  /** Shown here only if the toolbar is too narrow for its button. */
  readonly narrowOnly?: boolean;
}

interface MoreMenuProps {
  readonly actions: readonly PanelAction[];
  /** What nobody should choose by accident, if there is such a thing. */
  readonly last?: PanelAction;
}

/** Whatever else the panel can do. */
export function MoreMenu({ actions, last }: MoreMenuProps) {
  const [showsKeys, setShowsKeys] = useState(false);
  const keys: PanelAction = { label: 'Keyboard shortcuts', run: () => setShowsKeys(true) };
  return (
    <>
      <Popover label="More" icon="more" kind="actions">
        {(close) => (
          <ul aria-label="More">
            {[...actions, keys, ...(last ? [last] : [])].map((action) => (
              <ActionEntry key={action.label} action={action} close={close} />
            ))}
          </ul>
        )}
      </Popover>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </>
  );
}

function ActionEntry({ action, close }: { readonly action: PanelAction; readonly close: () => void }) {
  const { label, shortcut, run, narrowOnly = false } = action;
  const choose = () => {
    close(); // first, so that whatever the action opens returns the focus to the menu's button
    run();
  };
  return (
    <li data-narrow-only={narrowOnly}>
      <button type="button" className="practice-menu-entry" onClick={choose}>
        {label}
      </button>
      {shortcut && <kbd className="practice-muted">{shortcut}</kbd>}
    </li>
  );
}
