import { useEffect, useState } from 'react';
import type { JourneyState } from '../../client/journey/state.js';
import { checkSummary } from '../results/check-words.js';
import { isWatchShown, watchSummary } from '../results/watch-parts.js';
import { failureWords } from '../set-up/failure-words.js';

/** Announces each change of the exercise once to a screen reader. The connection badge announces itself. */
export function Announcer({ state, xp }: { readonly state: JourneyState; readonly xp: number }) {
  const isKnown = useIsPainted();
  return (
    <p className="practice-visually-hidden" role="status">
      {isKnown && announcement(state, xp)}
    </p>
  );
}

/** False until a frame with the component was painted: a region that comes with its words is not read out. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

function announcement(state: JourneyState, xp: number): string {
  if (state.celebrating) return `Exercise complete.${xp > 0 ? ` Plus ${xp} XP.` : ''}`;
  switch (state.phase.name) {
    case 'setup':
      return 'Something is needed before practice can start.';
    case 'starting':
      return 'Starting the exercise.';
    case 'failed':
      return failureWords(state.phase.error.error).title;
    case 'finished':
      return state.phase.message;
    case 'open':
      return isWatchShown(state) ? `Check on save: ${watchSummary(state.watch)}` : checkSummary(state.check);
    default:
      return '';
  }
}
