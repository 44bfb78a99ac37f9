import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ExerciseJourney } from '../../client/journey/journey.js';
import { journeyOf } from '../../client/journey/journey-of.js';
import { pageSettings } from '../../client/settings/settings.js';
import { Gauge } from '../../terminal/size/gauge.js';
import { useAgentCalls } from '../agent-state/use-agent-calls.js';
import { ChangeAgent } from '../agents/ChangeAgent.js';
import { usePracticeClient } from '../context.js';
import { useNudges } from '../nudges/use-nudges.js';
import { useNote } from '../parts/use-note.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import type { PracticePanelProps, SiteLinks } from '../props.js';
import { useRecording } from '../recordings/use-recording.js';
import { ShowPlaceProvider } from '../results/show-place.js';
import { StageAnnouncer } from '../stages/StageAnnouncer.js';
import { StageBar } from '../stages/StageBar.js';
import { useStages } from '../stages/use-stages.js';
import { useTabFacts } from '../tabs/use-tab-facts.js';
import { preloadTerminal } from '../terminal/load-terminal.js';
import type { TerminalControls } from '../terminal/TerminalPanel.js';
import { Toolbar } from '../toolbar/Toolbar.js';
import { Announcer } from './Announcer.js';
import { AwayCard } from './AwayCard.js';
import { panelActions } from './panel-actions.js';
import { Stage } from './Stage.js';
import { useFullScreen } from './screen/use-full-screen.js';
import { useKeyboardRoom } from './screen/use-keyboard-room.js';
import { useKeptFocus } from './use-kept-focus.js';
import { usePanelKeys } from './use-panel-keys.js';
import { usePlace } from './use-place.js';
import { useTerminalExplain } from './use-terminal-explain.js';

const NO_LINKS: SiteLinks = {};

/** An exercise beside its lesson: set-up, terminal, checks and all that can happen to them. */
export function PracticePanel(props: PracticePanelProps) {
  const { exercise, theme, onClose, onNavigateToExercise, inOwnWindow = false, links = NO_LINKS } = props;
  const { server } = usePracticeClient();
  const journey = journeyOf(server, exercise);
  const state = useSnapshot(journey);
  const firstAction = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const terminal = useRef<TerminalControls>(null);
  const note = useNote();
  const { place, isAway } = usePlace(exercise.id, inOwnWindow);
  const fullScreen = useFullScreen(panel);
  const { capabilities } = useTabFacts(exercise);
  const [isChangingAgent, setChangingAgent] = useState(false);
  useActiveJourney(journey, panel, !isAway);
  const stages = useStages(exercise.id, state);
  useKeyboardRoom(panel);
  useAgentCalls(exercise, state.phase.name === 'open' && !isAway);
  const recording = useRecording({ exercise, state, theme, firstAction, say: note.say });
  const nudges = useNudges({ exercise, state, terminal, say: note.say });
  const explain = useTerminalExplain({
    exerciseId: exercise.id,
    isOffered: capabilities.has('coach'),
    terminal,
    say: note.say,
    onSettings: props.onShowDashboard,
  });
  const onChangeAgent = () => setChangingAgent(true);
  const parts = { ...props, journey, state, terminal, fullScreen, place, capabilities, onChangeAgent, say: note.say };
  const isOpen = state.phase.name === 'open';
  const ofSession = isOpen ? [...explain.actions, ...panelActions(parts)] : [];

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
        badge={recording.badge}
        stages={<StageBar stages={stages.state.stages} />}
        settings={nudges.field}
        more={[...ofSession, ...recording.actions]}
      />
      {!isAway && recording.below}
      {isAway ? (
        <div className="practice-stage">
          <AwayCard place={place} />
        </div>
      ) : (
        <ShowPlaceProvider value={props.onShowPlace}>
          <Stage
            journey={journey}
            state={state}
            stages={stages}
            theme={theme}
            links={links}
            onClose={onClose}
            onContinueInChat={capabilities.has('conversations') ? props.onContinueInChat : undefined}
            onLeave={() => firstAction.current?.focus()}
            controls={terminal}
            onExplain={explain.onExplain}
            overTerminal={
              <>
                {nudges.card}
                {explain.card}
              </>
            }
          />
        </ShowPlaceProvider>
      )}
      {isChangingAgent && <ChangeAgent journey={journey} onClose={() => setChangingAgent(false)} />}
      <p className="practice-note" role="status" data-shown={note.text !== ''}>
        {note.text}
      </p>
      <StageAnnouncer news={stages.state.news} />
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
    const hasStages = journey.exercise.stageCount !== undefined;
    const leave = journey.activate(() => gauge?.grid());
    // Made only now, while the search for the daemon is under way, so that it delays nothing.
    if (panel.current !== null) gauge = new Gauge(panel.current, pageSettings(), hasStages);
    return leave;
  }, [journey, panel, isHere]);
}
