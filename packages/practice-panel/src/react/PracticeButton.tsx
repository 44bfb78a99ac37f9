import type { ExerciseSummary } from '@agent-factory/protocol';
import { useEffect } from 'react';
import { usePracticeClient } from './context.js';
import { Icon } from './icons.js';
import { preloadTerminal } from './load-terminal.js';
import type { PracticeButtonProps } from './props.js';
import { useSnapshot } from './use-snapshot.js';

/** What the student would do: begin, go on with what is there, or redo what is complete. */
type ButtonState = 'new' | 'resume' | 'again';

const WORDS: Readonly<Record<ButtonState, string>> = {
  new: 'Practice',
  resume: 'Resume',
  again: 'Practice again',
};

/** Opens practice. It knows where the student stands only where asking the daemon prompts nobody. */
export function PracticeButton({ exercise, onOpen, className, children }: PracticeButtonProps) {
  const { server } = usePracticeClient();
  const { exercises } = useSnapshot(server);
  const summary = exercises.find((entry) => entry.id === exercise.id);
  const state = stateOf(summary);

  useEffect(() => void server.connectQuietly(), [server]);

  return (
    <button
      type="button"
      className={['practice-root practice-button', className].filter(Boolean).join(' ')}
      data-state={state}
      onClick={onOpen}
      onPointerEnter={preloadTerminal}
      onFocus={preloadTerminal}
    >
      <ButtonMark state={state} completed={summary?.completedAt !== undefined} />
      {children ?? WORDS[state]}
    </button>
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
