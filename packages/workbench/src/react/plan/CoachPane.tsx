import { useSelected } from '../context.js';
import { KataList } from '../katas/KataList.js';
import { EndCard } from '../mind/EndCard.js';
import { EndSession } from '../mind/EndSession.js';
import { ExplanationCard } from '../mind/ExplanationCard.js';
import { ObserverSwitch } from '../mind/ObserverSwitch.js';
import { MessageList } from '../notices/MessageList.js';
import { HintLevelSlider } from './HintLevelSlider.js';
import { IssueCard } from './IssueCard.js';
import { Plan } from './Plan.js';

/** What the coach and the student have agreed on, and what the coach has said. */
export function CoachPane() {
  const hasCoach = useSelected((state) => state.sessionId !== null);
  return (
    <div className="wb-coach">
      <div className="wb-pane-header">
        <h3>Coach</h3>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard */}
      <section className="wb-coach-scroll" tabIndex={0} aria-label="Plan, hints and messages">
        <EndCard />
        <ExplanationCard />
        <IssueCard />
        <Plan />
        <NoPlan />
        {hasCoach && <HintLevelSlider />}
        <ObserverSwitch />
        <MessageList />
        <KataList />
        <EndSession />
      </section>
    </div>
  );
}

function NoPlan() {
  const isEmpty = useSelected((state) => state.phases.length === 0 && state.issue === null);
  const hasAgent = useSelected((state) => state.sessionId !== null);
  if (!isEmpty) return null;
  return (
    <p className="wb-quiet">
      {hasAgent
        ? 'Tell the coach in the terminal what you want to work on.'
        : 'The coach is an agent in the terminal that can use this page’s tools. None runs now.'}
    </p>
  );
}
