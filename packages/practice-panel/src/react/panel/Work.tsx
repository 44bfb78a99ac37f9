import { useCallback, useRef } from 'react';
import type { NoticeBar } from '../../client/journey/notices.js';
import type { JourneyState } from '../../client/journey/state.js';
import { Celebration } from '../completion/Celebration.js';
import { Solution } from '../hints/Solution.js';
import { CheckResults } from '../results/CheckResults.js';
import { isWatchShown } from '../results/watch-parts.js';
import { clipboardHelp, LEAVE_KEY } from '../shortcuts/leave-key.js';
import { SkipTerminal } from '../terminal/SkipTerminal.js';
import { TerminalPanel } from '../terminal/TerminalPanel.js';
import { Notices } from './Notices.js';
import type { StageProps } from './stage-props.js';
import { usePresence } from './use-presence.js';

type WorkProps = StageProps & {
  readonly terminal: Extract<JourneyState['phase'], { name: 'open' }>['terminal'];
};

const REFUSED_CLAIM = 'stage_refused';

/** The terminal with its notices above it and the results below. */
export function Work(props: WorkProps) {
  const { journey, state, stages, theme, links, terminal, onClose, onLeave, controls } = props;
  const xp = journey.exercise.xpReward;
  const endCelebration = useCallback(() => journey.endCelebration(), [journey]);
  const workbench = useRef<HTMLDivElement>(null);
  usePresence(workbench, terminal);
  return (
    <div className="practice-workbench" data-task={state.task} ref={workbench}>
      <Notices
        notices={noticesOf(state, stages)}
        onDismiss={(id) => {
          if (id === REFUSED_CLAIM) stages.board.dismissRefusal();
          else journey.dismissNotice(id);
          onLeave();
        }}
      />
      {(state.check.status !== 'none' || isWatchShown(state)) && <SkipTerminal />}
      <TerminalPanel
        session={terminal}
        theme={theme}
        onLeave={onLeave}
        onRestart={() => void journey.begin()}
        onExplain={props.onExplain}
        controls={controls}
        {...(onClose && { onClose })}
      >
        {props.overTerminal}
      </TerminalPanel>
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
      {state.celebrating && <Celebration exerciseId={journey.exercise.id} xp={xp} onDone={endCelebration} />}
    </div>
  );
}

/** A claim that was refused is said for as long as that is so. */
function noticesOf({ notices }: JourneyState, { refusal }: WorkProps['stages']): readonly NoticeBar[] {
  return refusal === undefined ? notices : [...notices, { id: REFUSED_CLAIM, kind: 'stage_refused', refusal }];
}
