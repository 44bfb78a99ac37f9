import type { ExerciseSummary, RegistryEntry } from '@agent-factory/protocol';
import { type RefObject, useState } from 'react';
import type { ExerciseJourney } from '../client/journey.js';
import type { JourneyState } from '../client/state.js';
import { ActiveExercises } from './ActiveExercises.js';
import { ConnectionBadge } from './ConnectionBadge.js';
import { Icon } from './icons.js';
import { ResetDialog } from './ResetDialog.js';

interface ToolbarProps {
  readonly exercise: RegistryEntry;
  readonly journey: ExerciseJourney;
  readonly state: JourneyState;
  /** Where the focus goes when the student leaves the terminal. */
  readonly firstAction: RefObject<HTMLButtonElement | null>;
  readonly onClose: (() => void) | undefined;
  readonly onNavigate: ((exercise: ExerciseSummary) => void) | undefined;
}

/** What the student can do with the exercise, beside the terminal. */
export function Toolbar({ exercise, journey, state, firstAction, onClose, onNavigate }: ToolbarProps) {
  const { phase } = state;
  return (
    <header className="practice-toolbar">
      <div className="practice-heading">
        <h2 className="practice-title" title={exercise.title}>
          {exercise.title}
        </h2>
        {state.completed && (
          <span className="practice-completed">
            <Icon name="check" />
            <span className="practice-completed-text">Completed</span>
          </span>
        )}
        {phase.name === 'open' && <ConnectionBadge terminal={phase.terminal} />}
      </div>
      {onClose && (
        <button
          type="button"
          className="practice-icon-button practice-close"
          aria-label="Close practice"
          onClick={onClose}
        >
          <Icon name="cross" />
        </button>
      )}
      {phase.name === 'open' && (
        <div className="practice-actions">
          <Actions journey={journey} state={state} firstAction={firstAction} title={exercise.title} />
          <ActiveExercises currentId={exercise.id} onNavigate={onNavigate} />
        </div>
      )}
    </header>
  );
}

type ActionsProps = Pick<ToolbarProps, 'journey' | 'state' | 'firstAction'> & { readonly title: string };

function Actions({ journey, state, firstAction, title }: ActionsProps) {
  const [asking, setAsking] = useState(false);
  const isChecking = state.check.status === 'running';
  const isBusy = state.task !== 'none';
  return (
    <>
      <button
        ref={firstAction}
        type="button"
        className="practice-action practice-check"
        data-kind="primary"
        aria-disabled={isChecking || isBusy}
        onClick={() => !isBusy && void journey.check()}
      >
        {isChecking && <span className="practice-spinner" aria-hidden="true" />}
        {isChecking ? 'Checking…' : 'Check My Work'}
      </button>
      {state.completed && (
        <button type="button" className="practice-action" aria-disabled={isBusy} onClick={() => void journey.finish()}>
          {state.task === 'finish' ? 'Finishing…' : 'Finish'}
        </button>
      )}
      <button
        type="button"
        className="practice-action"
        aria-disabled={isBusy}
        onClick={() => !isBusy && setAsking(true)}
      >
        {state.task === 'reset' ? 'Resetting…' : 'Reset…'}
      </button>
      {asking && (
        <ResetDialog
          title={title}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void journey.reset();
          }}
        />
      )}
    </>
  );
}
