import { textsFact } from '../../../client/server/facts.js';
import type { ClientError } from '../../../client/server/outcome.js';
import { Commands } from '../../parts/CommandLine.js';
import { Icon } from '../../parts/icons.js';

interface ChatProblemProps {
  readonly error: ClientError | undefined;
  readonly note: string;
  readonly onDismiss: () => void;
}

/** What could not be done, in the server's words, and what to do about it. */
export function ChatProblem({ error, note, onDismiss }: ChatProblemProps) {
  const words = error?.message ?? note;
  return (
    <div role="status">
      {words !== '' && (
        <div className="practice-chat-note practice-chat-problem" data-level="error">
          <p>
            <Icon name="info" />
            {words}
          </p>
          <button type="button" className="practice-icon-button" aria-label="Dismiss" onClick={onDismiss}>
            <Icon name="cross" />
          </button>
          {error && <Commands commands={textsFact(error, 'commands')} />}
        </div>
      )}
    </div>
  );
}
