import type { CoachMessage } from '@agent-factory/protocol/coach';
import { useWorkbench } from '../context.js';
import { usePanelActions } from '../panel-actions.js';
import { Icon } from '../parts/icons.js';
import { passFocus } from '../parts/pass-focus.js';
import { MESSAGE_SIGNS } from './message-kinds.js';

type Anchor = NonNullable<CoachMessage['anchor']>;

interface MessageItemProps {
  readonly message: CoachMessage;
  /** The words of the link to where it belongs. */
  readonly placeWords?: (anchor: Anchor) => string;
}

/** Something the coach has said, where it belongs, and a way to take it away. */
export function MessageItem({ message, placeWords = wholePlace }: MessageItemProps) {
  const workbench = useWorkbench();
  const { showFile } = usePanelActions();
  const { id, type, anchor } = message;
  const { icon, name } = MESSAGE_SIGNS[type];
  const show = ({ path, line }: Anchor) => showFile(path, { focus: true, ...(line !== undefined && { at: { line } }) });
  return (
    <>
      <Icon name={icon} />
      <div className="wb-message-body">
        <p>
          <span className="practice-visually-hidden">{name}: </span>
          {message.message}
        </p>
        {anchor && (
          <button type="button" className="wb-link" onClick={() => show(anchor)}>
            {placeWords(anchor)}
          </button>
        )}
      </div>
      <button
        type="button"
        className="practice-icon-button"
        aria-label={`Dismiss: ${message.message.slice(0, 60)}`}
        title="Dismiss"
        onClick={({ currentTarget }) => {
          passFocus(currentTarget);
          workbench.dismissMessage(id);
        }}
      >
        <Icon name="cross" />
      </button>
    </>
  );
}

function wholePlace({ path, line }: Anchor): string {
  return line === undefined ? path : `${path}, line ${line}`;
}

/** Over the page there is little room. */
export function openFileWords({ path }: Anchor): string {
  return `Open ${path.slice(path.lastIndexOf('/') + 1)}`;
}
