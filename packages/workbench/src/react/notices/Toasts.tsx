import { useState } from 'react';
import type { Problem } from '../../client/state.js';
import { useSelected, useWorkbench } from '../context.js';
import type { Box } from '../layout/place-panes.js';
import { Icon } from '../parts/icons.js';
import { passFocus } from '../parts/pass-focus.js';
import { MessageItem, openFileWords } from './MessageItem.js';
import { useToasts } from './use-toasts.js';

/** Most problems shown at once; those before wait until one is dismissed. */
const MOST_PROBLEMS = 3;

/**
 * What the coach says, and what went wrong, over the editor: a terminal has its prompt where they would be. A screen
 * reader is told when it has time.
 */
export function Toasts({ box }: { readonly box: Box | undefined }) {
  const [held, setHeld] = useState(false);
  const toasts = useToasts(held);
  const problems = useSelected((state) => state.problems).slice(-MOST_PROBLEMS);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps in sight what the pointer or the focus is on
    <div
      className="practice-root wb-part wb-toasts"
      style={
        box && { right: `calc(100% - ${box.left + box.width}px)`, bottom: `calc(100% - ${box.top + box.height}px)` }
      }
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role="log" aria-label="Problems" aria-live="polite">
        {problems.map((problem) => (
          <ProblemToast key={problem.id} problem={problem} />
        ))}
      </div>
      <div role="log" aria-label="Messages from the coach" aria-live="polite">
        {toasts.map((message) => (
          <div key={message.id} className="wb-toast wb-message" data-kind={message.type}>
            <MessageItem message={message} placeWords={openFileWords} />
          </div>
        ))}
      </div>
    </div>
  );
}

function ProblemToast({ problem: { id, message, path } }: { readonly problem: Problem }) {
  const workbench = useWorkbench();
  return (
    <div className="wb-toast wb-message" data-kind="error">
      <Icon name="warning" />
      <div className="wb-message-body">
        <p>{message}</p>
        {path !== undefined && <p className="practice-muted">{path}</p>}
      </div>
      <button
        type="button"
        className="practice-icon-button"
        aria-label={`Dismiss: ${message.slice(0, 60)}`}
        title="Dismiss"
        onClick={({ currentTarget }) => {
          passFocus(currentTarget);
          workbench.dismissProblem(id);
        }}
      >
        <Icon name="cross" />
      </button>
    </div>
  );
}
