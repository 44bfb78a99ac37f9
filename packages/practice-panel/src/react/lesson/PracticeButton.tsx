import type { ExerciseSummary } from '@agent-factory/protocol';
import type { AgentState } from '@agent-factory/protocol/events';
import { useEffect } from 'react';
import { eventsOf } from '../../client/events/events-of.js';
import { preloadWire } from '../../client/server/load-wire.js';
import { useAgentState } from '../agent-state/use-agent-state.js';
import { STATE_WORDS } from '../agent-state/words.js';
import { usePracticeClient } from '../context.js';
import { Icon } from '../parts/icons.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import type { PracticeButtonProps } from '../props.js';
import { preloadTerminal } from '../terminal/load-terminal.js';

/** What the student would do: begin, continue with what is there, or redo what is complete. */
type ButtonState = 'new' | 'resume' | 'again';

const WORDS: Readonly<Record<ButtonState, string>> = {
  new: 'Practice',
  resume: 'Resume',
  again: 'Practice again',
};

/** What of an agent's doing is worth a word on the button: an agent that has ended is none to come back to. */
const TELLS: ReadonlySet<AgentState> = new Set(['working', 'asking', 'waiting']);

/** Opens practice. It knows where the student stands only if asking the daemon causes no browser prompt. */
export function PracticeButton({ exercise, onOpen, onApproach, className, children }: PracticeButtonProps) {
  const { server } = usePracticeClient();
  const { exercises } = useSnapshot(server);
  const summary = exercises.find((entry) => entry.id === exercise.id);
  const state = stateOf(summary);
  const agentState = useAgentState(exercise.id);

  const prepare = () => {
    preloadTerminal();
    preloadWire();
    onApproach?.();
  };

  useEffect(() => {
    void server.connectQuietly();
    return eventsOf(server).follow();
  }, [server]);

  const reason = summary?.unavailable ?? exercise.unavailable;
  if (reason !== undefined) return <Unavailable reason={reason} />;
  return (
    <button
      type="button"
      className={['practice-root practice-button', className].filter(Boolean).join(' ')}
      data-state={state}
      onClick={onOpen}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <ButtonMark state={state} completed={summary?.completedAt !== undefined} />
      {children ?? WORDS[state]}
      {agentState && TELLS.has(agentState) && (
        <span className="practice-button-agent"> · {STATE_WORDS[agentState]}</span>
      )}
    </button>
  );
}

/** Stands in for the button: says that there is nothing to start and, for whoever can fix it, why. */
function Unavailable({ reason }: { readonly reason: string }) {
  return (
    <details className="practice-root practice-unavailable">
      <summary>
        <Icon name="info" />
        Practice is unavailable
      </summary>
      <div>
        <p>This exercise has a fault that its author needs to fix. You have done nothing wrong.</p>
        <p className="practice-muted">For its author: {reason}</p>
      </div>
    </details>
  );
}

function ButtonMark({ state, completed }: { readonly state: ButtonState; readonly completed: boolean }) {
  if (completed) return <Icon name="check" />;
  if (state === 'resume') return <span className="practice-dot" data-tone="success" aria-hidden="true" />;
  return <Icon name="terminal" />;
}

function stateOf(summary: ExerciseSummary | undefined): ButtonState {
  if (summary === undefined || summary.status === 'not_started') return 'new';
  return summary.status === 'completed' && !summary.running ? 'again' : 'resume';
}
