import { Finished } from '../completion/Finished.js';
import { NextExercise } from '../completion/NextExercise.js';
import { SetupCard } from '../set-up/SetupCard.js';
import { StartFailure } from '../set-up/StartFailure.js';
import { Starting } from '../set-up/Starting.js';
import type { StageProps } from './stage-props.js';
import { Work } from './Work.js';

/** What the panel shows below its toolbar in the exercise's current phase. */
export function Stage(props: StageProps) {
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
          <SetupCard
            need={phase.need}
            onAllow={() => void journey.begin(true)}
            onChat={props.onContinueInChat && (() => props.onContinueInChat?.('ask'))}
          />
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
          <Finished
            exercise={journey.exercise}
            message={phase.message}
            workspace={phase.workspace}
            onOpen={() => void journey.begin()}
          >
            <NextExercise exercise={journey.exercise} links={props.links} />
          </Finished>
        </div>
      );
    case 'open':
      return <Work {...props} terminal={phase.terminal} />;
  }
}
