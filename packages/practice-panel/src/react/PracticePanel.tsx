import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { ExerciseJourney } from '../client/journey.js';
import { pageSettings } from '../client/settings.js';
import type { JourneyState } from '../client/state.js';
import { Gauge } from '../terminal/gauge.js';
import { Announcer } from './Announcer.js';
import { AwayCard } from './AwayCard.js';
import { Card } from './Card.js';
import { Celebration } from './Celebration.js';
import { CheckResults } from './CheckResults.js';
import { usePracticeClient } from './context.js';
import { clipboardHelp, LEAVE_KEY } from './leave-key.js';
import { preloadTerminal } from './load-terminal.js';
import { NextExercise } from './NextExercise.js';
import { Notices } from './Notices.js';
import { panelActions } from './panel-actions.js';
import type { PracticePanelProps, SiteLinks } from './props.js';
import { SetupCard } from './SetupCard.js';
import { SkipTerminal } from './SkipTerminal.js';
import { Solution } from './Solution.js';
import { StartFailure } from './StartFailure.js';
import { Starting } from './Starting.js';
import { type TerminalControls, TerminalPanel } from './TerminalPanel.js';
import { Toolbar } from './Toolbar.js';
import { useFullScreen } from './use-full-screen.js';
import { useKeptFocus } from './use-kept-focus.js';
import { useKeyboardRoom } from './use-keyboard-room.js';
import { useFocusWhenLost } from './use-lost-focus.js';
import { useNote } from './use-note.js';
import { usePanelKeys } from './use-panel-keys.js';
import { usePlace } from './use-place.js';
import { useSnapshot } from './use-snapshot.js';
import { isWatchShown } from './watch-parts.js';

const NO_LINKS: SiteLinks = {};

/** An exercise beside its lesson: set-up, terminal, checks and all that can happen to them. */
export function PracticePanel(props: PracticePanelProps) {
  const { exercise, theme, onClose, onNavigateToExercise, inOwnWindow = false, links = NO_LINKS } = props;
  const client = usePracticeClient();
  const journey = client.journey(exercise);
  const state = useSnapshot(journey);
  const firstAction = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const terminal = useRef<TerminalControls>(null);
  const note = useNote();
  const { place, isAway } = usePlace(exercise.id, inOwnWindow);
  const fullScreen = useFullScreen(panel);
  useActiveJourney(journey, panel, !isAway);
  useKeyboardRoom(panel);

  return (
    <section
      ref={panel}
      className="practice-root practice-panel"
      data-theme={theme}
      data-full-screen={fullScreen.mode}
      aria-label={`Practice: ${exercise.title}`}
      {...useKeptFocus(panel)}
      onKeyDownCapture={usePanelKeys(fullScreen, note.say)}
    >
      <Toolbar
        exercise={exercise}
        journey={journey}
        state={state}
        isAway={isAway}
        firstAction={firstAction}
        onClose={onClose}
        onNavigate={onNavigateToExercise}
        more={panelActions({ ...props, journey, state, terminal, fullScreen, place, say: note.say })}
      />
      {isAway ? (
        <div className="practice-stage">
          <AwayCard place={place} />
        </div>
      ) : (
        <Stage
          journey={journey}
          state={state}
          theme={theme}
          links={links}
          onClose={onClose}
          onLeave={() => firstAction.current?.focus()}
          controls={terminal}
        />
      )}
      <p className="practice-note" role="status" data-shown={note.text !== ''}>
        {note.text}
      </p>
      <Announcer state={state} xp={exercise.xpReward} />
    </section>
  );
}

/** Follows the exercise while its panel is on the page and the exercise is in it. */
function useActiveJourney(journey: ExerciseJourney, panel: RefObject<HTMLElement | null>, isHere: boolean): void {
  useEffect(() => {
    if (!isHere) return undefined;
    preloadTerminal();
    let gauge: Gauge | undefined;
    const leave = journey.activate(() => gauge?.grid());
    // Made only now, while the search for the daemon is under way, and so at nobody's expense.
    if (panel.current !== null) gauge = new Gauge(panel.current, pageSettings());
    return leave;
  }, [journey, panel, isHere]);
}

interface StageProps {
  readonly journey: ExerciseJourney;
  readonly state: JourneyState;
  readonly theme: PracticePanelProps['theme'];
  readonly links: SiteLinks;
  readonly onClose: (() => void) | undefined;
  readonly onLeave: () => void;
  readonly controls: RefObject<TerminalControls | null>;
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
          <Finished message={phase.message} workspace={phase.workspace} onOpen={() => void journey.begin()}>
            <NextExercise exercise={journey.exercise} links={props.links} />
          </Finished>
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
  /** What to do next. */
  readonly children: ReactNode;
}

function Finished({ message, workspace, onOpen, children }: FinishedProps) {
  const again = useRef<HTMLButtonElement>(null);
  useFocusWhenLost(again);
  return (
    <Card title="Exercise finished" name="finished" tone="success">
      <p>{message}</p>
      <p>
        Your files stay in <code>{workspace}</code>
      </p>
      {children}
      <button ref={again} type="button" className="practice-action" onClick={onOpen}>
        Open it again
      </button>
    </Card>
  );
}

type WorkbenchProps = StageProps & {
  readonly terminal: Extract<JourneyState['phase'], { name: 'open' }>['terminal'];
};

/** The terminal with its notices above it and the results below. */
function Workbench({ journey, state, theme, links, terminal, onClose, onLeave, controls }: WorkbenchProps) {
  const xp = journey.exercise.xpReward;
  const endCelebration = useCallback(() => journey.endCelebration(), [journey]);
  return (
    <div className="practice-workbench" data-task={state.task}>
      <Notices
        notices={state.notices}
        onDismiss={(id) => {
          journey.dismissNotice(id);
          onLeave();
        }}
      />
      {(state.check.status !== 'none' || isWatchShown(state)) && <SkipTerminal />}
      <TerminalPanel
        session={terminal}
        theme={theme}
        onLeave={onLeave}
        onRestart={() => void journey.begin()}
        controls={controls}
        {...(onClose && { onClose })}
      />
      <CheckResults
        state={state}
        exercise={journey.exercise}
        aids={journey.aids}
        links={links}
        onDismiss={() => {
          journey.dismissCheck();
          onLeave();
        }}
      />
      <p className="practice-help">
        <kbd>{LEAVE_KEY}</kbd> leaves the terminal. {clipboardHelp()}
      </p>
      <Solution solution={state.solution} aids={journey.aids} />
      {state.celebrating && <Celebration xp={xp} onDone={endCelebration} />}
    </div>
  );
}
