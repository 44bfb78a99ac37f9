import type { IconName } from './icons.js';
import { Popover } from './Popover.js';

export interface MenuAction {
  readonly label: string;
  /** The key that does the same. */
  readonly shortcut?: string;
  readonly disabled?: boolean;
  readonly run: () => void;
}

interface ActionMenuProps {
  readonly label: string;
  readonly icon: IconName;
  readonly actions: readonly MenuAction[];
}

/** A button with a list of actions. */
export function ActionMenu({ label, icon, actions }: ActionMenuProps) {
  return (
    <Popover label={label} icon={icon} kind="actions">
      {(close) => (
        <ul aria-label={label}>
          {actions.map((action) => (
            <ActionEntry key={action.label} action={action} close={close} />
          ))}
        </ul>
      )}
    </Popover>
  );
}

function ActionEntry({ action, close }: { readonly action: MenuAction; readonly close: () => void }) {
  const { label, shortcut, disabled = false, run } = action;
  const choose = () => {
    if (disabled) return;
    close(); // first, so that whatever the action opens returns the focus to the menu's button
    run();
  };
  return (
    <li>
      <button type="button" className="practice-menu-entry" aria-disabled={disabled} onClick={choose}>
        {label}
      </button>
      {shortcut && <kbd className="practice-muted">{shortcut}</kbd>}
    </li>
  );
}
