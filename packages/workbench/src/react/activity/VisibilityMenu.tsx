import { useSelected } from '../context.js';
import { Popover } from '../parts/Popover.js';
import { VisibilityChoice } from './VisibilityChoice.js';
import { VISIBILITY_WORDS } from './visibility-words.js';

/** Always in sight: what the agent may see, and a way to its looks. */
export function VisibilityMenu({ onActivity }: { readonly onActivity: () => void }) {
  const visibility = useSelected((state) => state.visibility);
  const { icon, short } = VISIBILITY_WORDS[visibility];
  return (
    <Popover label={short} icon={icon} text={<span className="wb-button-words">{short}</span>} kind="dialog">
      {(close) => (
        <div className="wb-menu-form wb-visibility">
          <VisibilityChoice />
          <button
            type="button"
            className="practice-action"
            onClick={() => {
              close();
              onActivity();
            }}
          >
            What the agent looked at
          </button>
        </div>
      )}
    </Popover>
  );
}
