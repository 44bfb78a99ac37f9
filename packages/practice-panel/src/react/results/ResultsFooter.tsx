import type { Aids } from '../../client/journey/aids.js';
import { WatchToggle } from './WatchToggle.js';

interface ResultsFooterProps {
  readonly isWatching: boolean;
  readonly hasSolution: boolean;
  /** The solution was requested and has not arrived. */
  readonly isAsking: boolean;
  readonly aids: Aids;
}

/** What can be done next about the criteria. */
export function ResultsFooter({ isWatching, hasSolution, isAsking, aids }: ResultsFooterProps) {
  return (
    <div className="practice-results-footer">
      <WatchToggle isOn={isWatching} watch={aids.watch} />
      {hasSolution && (
        <button
          type="button"
          className="practice-action"
          aria-disabled={isAsking}
          onClick={() => !isAsking && void aids.showSolution()}
        >
          {isAsking ? 'Fetching the solution…' : 'Show solution…'}
        </button>
      )}
    </div>
  );
}
