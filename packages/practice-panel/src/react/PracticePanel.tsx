import { useCallback, useEffect, useRef } from 'react';
import type { ExerciseJourney } from '../client/journey.js';
import { pageSettings } from '../client/settings.js';
import type { JourneyState } from '../client/state.js';
import { Gauge } from '../terminal/gauge.js';
import { Announcer } from './Announcer.js';
import { Card } from './Card.js';
import { Celebration } from './Celebration.js';
import { CheckResults } from './CheckResults.js';
import { usePracticeClient } from './context.js';
import { clipboardHelp, LEAVE_KEY } from './leave-key.js';
import { preloadTerminal } from './load-terminal.js';
import { Notices } from './Notices.js';
import type { PracticePanelProps } from './props.js';
import { SetupCard } from './SetupCard.js';
import { StartFailure } from './StartFailure.js';
import { Starting } from './Starting.js';
import { TerminalPanel } from './TerminalPanel.js';
import { Toolbar } from './Toolbar.js';
import { useFocusWhenLost } from './use-lost-focus.js';
import { useSnapshot } from './use-snapshot.js';

/** An exercise beside its lesson: set-up, terminal, checks and all that can happen to them. */
export function PracticePanel({ exercise, theme, onClose, onNavigateToExercise }: PracticePanelProps) {
  const client = usePracticeClient();
  const journey = client.journey(exercise);
  const state = useSnapshot(journey);
  const firstAction = useRef<HTMLButtonElement>(null);
  const panel = useActivePanel(journey);

  return (
    <section
      ref={panel}
      className="practice-root practice-panel"
      data-theme={theme}
      aria-label={`Practice: ${exercise.title}`}
    >
      <Toolbar
        exercise={exercise}
        journey={journey}
        state={state}
        firstAction={firstAction}
        onClose={onClose}
        onNavigate={onNavigateToExercise}
      />
      <Stage
        journey={journey}
        state={state}
        theme={theme}
        onClose={onClose}
        onLeave={() => firstAction.current?.focus()}
      />
      <Announcer state={state} xp={exercise.xpReward} />
    </section>
  );
}

/** Follows the exercise while its panel is on the page. */
function useActivePanel(journey: ExerciseJourney) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    preloadTerminal();
    let gauge: Gauge | undefined;
    const leave = journey.activate(() => gauge?.grid());
    // Made only now, while the search for the daemon is under way, and so at nobody's expense.
    if (panel.current !== null) gauge = new Gauge(panel.current, pageSettings());
    return leave;
  }, [journey]);
  return panel;
}

interface StageProps {
  readonly journey: ExerciseJourney;
  readonly state: JourneyState;
  readonly theme: PracticePanelProps['theme'];
  readonly onClose: (() => void) | undefined;
  readonly onLeave: () => void;
}

function Stage(props: StageProps) {
  const { journey, state } = props;
  const { phase } = state;
  switch (phase.name) {
    case 'idle':
      return <div className="practice-stage" />;
    case 'checking_server':
    case 'starting':
      return (
        <div className="practice-stage">
          <Starting key={phase.name} step={phase.name} />
        </div>
      );
    case 'setup':
      return (
        <div className="practice-stage">
          <SetupCard need={phase.need} onAllow={() => void journey.begin(true)} />
        </div>
      );
    case 'failed':
      return (
        <div className="practice-stage">
          <StartFailure error={phase.error} onRetry={() => void journey.begin()} />
        </div>
      );
    case 'finished':
      return (
        <div className="practice-stage">
          <Finished message={phase.message} workspace={phase.workspace} onOpen={() => void journey.begin()} />
        </div>
      );
    case 'open':
      return <Workbench {...props} terminal={phase.terminal} />;
  }
}

interface FinishedProps {
  readonly message: string;
  readonly workspace: string;
  readonly onOpen: () => void;
}

function Finished({ message, workspace, onOpen }: FinishedProps) {
  const again = useRef<HTMLButtonElement>(null);
  useFocusWhenLost(again);
  return (
    <Card title="Exercise finished" name="finished" tone="success">
      <p>{message}</p>
      <p>
        Your files stay in <code>{workspace}</code>
      </p>
      <button ref={again} type="button" className="practice-action" data-kind="primary" onClick={onOpen}>
        Open it again
      </button>
    </Card>
  );
}

type WorkbenchProps = StageProps & {
  readonly terminal: Extract<JourneyState['phase'], { name: 'open' }>['terminal'];
};

/** The terminal with its notices above it and the results below. */
function Workbench({ journey, state, theme, terminal, onClose, onLeave }: WorkbenchProps) {
  const xp = journey.exercise.xpReward;
  const endCelebration = useCallback(() => journey.endCelebration(), [journey]);
  return (
    <div className="practice-workbench" data-task={state.task}>
      <Notices notices={state.notices} onDismiss={(id) => journey.dismissNotice(id)} />
      <TerminalPanel
        session={terminal}
        theme={theme}
        onLeave={onLeave}
        onRestart={() => void journey.begin()}
        {...(onClose && { onClose })}
      />
      <CheckResults check={state.check} xp={xp} onDismiss={() => journey.dismissCheck()} />
      <p className="practice-help">
        <kbd>{LEAVE_KEY}</kbd> leaves the terminal. {clipboardHelp()}
      </p>
      {state.celebrating && <Celebration xp={xp} onDone={endCelebration} />}
    </div>
  );
}
