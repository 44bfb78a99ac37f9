import type { ExerciseSummary } from '@agent-factory/protocol';
import { useEffect } from 'react';
import { usePracticeClient } from './context.js';
import { Icon } from './icons.js';
import { preloadTerminal } from './load-terminal.js';
import type { PracticeButtonProps } from './props.js';
import { useSnapshot } from './use-snapshot.js';

type ButtonState = 'new' | 'resume' | 'completed';

const WORDS: Readonly<Record<ButtonState, string>> = {
  new: 'Practice',
  resume: 'Resume',
  completed: 'Practice again',
};

/** Opens practice. It knows where the student stands only where asking the daemon prompts nobody. */
export function PracticeButton({ exercise, onOpen, className, children }: PracticeButtonProps) {
  const { server } = usePracticeClient();
  const { exercises } = useSnapshot(server);
  const state = stateOf(exercises.find((entry) => entry.id === exercise.id));

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
      <ButtonMark state={state} />
      {children ?? WORDS[state]}
    </button>
  );
}

function ButtonMark({ state }: { readonly state: ButtonState }) {
  if (state === 'resume') return <span className="practice-dot" data-tone="success" aria-hidden="true" />;
  return <Icon name={state === 'completed' ? 'check' : 'terminal'} />;
}

function stateOf(summary: ExerciseSummary | undefined): ButtonState {
  if (summary?.status === 'completed') return 'completed';
  return summary?.status === 'running' || summary?.status === 'in_progress' ? 'resume' : 'new';
}
