import type { ExerciseSummary, RegistryEntry } from '@agent-factory/protocol';
import { type ReactNode, type RefObject, useState } from 'react';
import type { ExerciseJourney } from '../../client/journey/journey.js';
import type { JourneyState } from '../../client/journey/state.js';
import { Icon } from '../parts/icons.js';
import { SettingsPopover } from '../settings/SettingsPopover.js';
import { ActiveExercises } from './ActiveExercises.js';
import { ConnectionBadge } from './ConnectionBadge.js';
import { MoreMenu, type PanelAction } from './MoreMenu.js';
import { ResetDialog } from './ResetDialog.js';

interface ToolbarProps {
  readonly exercise: RegistryEntry;
  readonly journey: ExerciseJourney;
  readonly state: JourneyState;
  /** The exercise is in its other place, and nothing can be done with it here. */
  readonly isAway: boolean;
  /** Where the focus goes when the student leaves the terminal. */
  readonly firstAction: RefObject<HTMLButtonElement | null>;
  readonly onClose: (() => void) | undefined;
  readonly onNavigate: ((exercise: ExerciseSummary) => void) | undefined;
  /** What a capability says beside the connection. */
  readonly badge: ReactNode;
  /** Where the student is in the exercise. */
  readonly stages: ReactNode;
  /** What a capability adds to the settings. */
  readonly settings: ReactNode;
  /** What else can be done with the panel, in its present phase. */
  readonly more: readonly PanelAction[];
}

const AWAY = { name: 'idle' } as const;
/** Phases without a session in which the student may stay. */
const AT_REST: ReadonlySet<string> = new Set(['setup', 'failed', 'finished']);

/** What the student can do with the exercise, beside the terminal. */
export function Toolbar({
  exercise,
  journey,
  state,
  isAway,
  firstAction,
  onClose,
  onNavigate,
  badge,
  stages,
  settings,
  more,
}: ToolbarProps) {
  const phase = isAway ? AWAY : state.phase;
  const [asking, setAsking] = useState(false);
  const askForReset = () => state.task === 'none' && setAsking(true);
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
        {phase.name === 'open' && badge}
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
          <Actions journey={journey} state={state} firstAction={firstAction} onReset={askForReset} />
          <ActiveExercises currentId={exercise.id} onNavigate={onNavigate} />
          <SettingsPopover>{settings}</SettingsPopover>
          <MoreMenu actions={more} last={{ label: 'Reset…', run: askForReset, narrowOnly: true }} />
        </div>
      )}
      {phase.name === 'open' && stages}
      {AT_REST.has(phase.name) && more.length > 0 && (
        <div className="practice-actions">
          <MoreMenu actions={more} />
        </div>
      )}
      {asking && (
        <ResetDialog
          title={exercise.title}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void journey.reset();
          }}
        />
      )}
    </header>
  );
}

type ActionsProps = Pick<ToolbarProps, 'journey' | 'state' | 'firstAction'> & { readonly onReset: () => void };

function Actions({ journey, state, firstAction, onReset }: ActionsProps) {
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
      <button type="button" className="practice-action practice-wide-only" aria-disabled={isBusy} onClick={onReset}>
        {state.task === 'reset' ? 'Resetting…' : 'Reset…'}
      </button>
    </>
  );
}
