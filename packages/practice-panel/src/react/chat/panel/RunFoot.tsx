import type { RunStatus } from '../../../client/conversations/run-status.js';

interface RunFootProps {
  readonly status: RunStatus;
  /** The last run failed or was stopped. */
  readonly hasFailed: boolean;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
  readonly onTakeBack: () => void;
}

/** What can be done where a conversation cannot simply go on. */
export function RunFoot({ status, hasFailed, isBusy, onRetry, onTakeBack }: RunFootProps) {
  if (status === 'in_terminal') {
    return (
      <div className="practice-chat-foot">
        <p>This conversation goes on in the terminal for now. What happens there shows here.</p>
        <button
          type="button"
          className="practice-action"
          data-kind="primary"
          aria-disabled={isBusy}
          onClick={onTakeBack}
        >
          Continue in chat
        </button>
      </div>
    );
  }
  if (status !== 'interrupted' && !(status === 'idle' && hasFailed)) return null;
  return (
    <div className="practice-chat-foot" data-kind="retry">
      {status === 'interrupted' && <p>The last answer was interrupted.</p>}
      <button type="button" className="practice-action" aria-disabled={isBusy} onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
