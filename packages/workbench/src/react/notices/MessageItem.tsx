import type { CoachMessage } from '@agent-factory/protocol/coach';
import { useWorkbench } from '../context.js';
import { usePanelActions } from '../panel-actions.js';
import { Icon } from '../parts/icons.js';
import { MESSAGE_SIGNS } from './message-kinds.js';

/** Something the coach has said, where it belongs, and a way to take it away. */
export function MessageItem({ message }: { readonly message: CoachMessage }) {
  const workbench = useWorkbench();
  const { showFile } = usePanelActions();
  const { id, type, anchor } = message;
  const { icon, name } = MESSAGE_SIGNS[type];
  const show = ({ path, line }: NonNullable<CoachMessage['anchor']>) =>
    showFile(path, { focus: true, ...(line !== undefined && { at: { line } }) });
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
            {anchor.line === undefined ? anchor.path : `${anchor.path}, line ${anchor.line}`}
          </button>
        )}
      </div>
      <button
        type="button"
        className="practice-icon-button"
        aria-label={`Dismiss: ${message.message.slice(0, 60)}`}
        title="Dismiss"
        onClick={() => workbench.dismissMessage(id)}
      >
        <Icon name="cross" />
      </button>
    </>
  );
}
