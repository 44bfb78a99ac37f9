import type { RunStatus } from '../../../client/conversations/run-status.js';

interface RunFootProps {
  readonly status: RunStatus;
  readonly agentName: string;
  /** In the terminal, as far as its log tells. */
  readonly isAtWork: boolean;
  /** The last run failed or was stopped. */
  readonly hasFailed: boolean;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
  readonly onTakeBack: () => void;
  readonly onStop: () => void;
}

/** What can be done where a conversation cannot simply go on. */
export function RunFoot(props: RunFootProps) {
  const { status, agentName, isAtWork, hasFailed, isBusy, onRetry, onTakeBack, onStop } = props;
  if (status === 'in_terminal') {
    return (
      <div className="practice-chat-foot">
        <p>
          This conversation goes on in the terminal for now. What happens there shows here; where {agentName} asks for
          something, answer it there.
        </p>
        {isAtWork && (
          <button type="button" className="practice-action" onClick={onStop}>
            Stop
          </button>
        )}
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
