import type { RegistryEntry } from '@agent-factory/protocol';
import type { Aids } from '../../client/journey/aids.js';
import type { JourneyState } from '../../client/journey/state.js';
import { NextExercise } from '../completion/NextExercise.js';
import type { SiteLinks } from '../props.js';
import { checkSummary } from './check-words.js';
import { Results, type ResultsParts } from './Results.js';
import { ResultsFooter } from './ResultsFooter.js';
import { isWatchShown, watchParts } from './watch-parts.js';

interface CheckResultsProps {
  readonly state: JourneyState;
  readonly exercise: RegistryEntry;
  readonly aids: Aids;
  readonly links: SiteLinks;
  /** The results close, and with them the element that had the focus. */
  readonly onDismiss: () => void;
}

/** What the latest check found: an official one, or a check on save. */
export function CheckResults(props: CheckResultsProps) {
  const { state, aids } = props;
  const isWatch = isWatchShown(state);
  if (!isWatch && state.check.status === 'none') return null;
  const parts = isWatch ? watchParts(state.watch, aids) : officialParts(props);
  const { phase } = state;
  const outline = phase.name === 'open' ? phase.session.outline : undefined;
  return (
    <Results
      {...parts}
      stages={outline?.stages ?? []}
      ladders={state.ladders}
      onReveal={(criterion) => void aids.revealHint(criterion)}
    >
      <ResultsFooter
        isWatching={state.watch.status === 'on'}
        hasSolution={outline?.hasSolution ?? false}
        isAsking={state.solution.status === 'asking'}
        aids={aids}
      />
    </Results>
  );
}

function officialParts({ state: { check }, exercise, links, onDismiss }: CheckResultsProps): ResultsParts {
  const isComplete = check.status === 'done' && check.result.complete;
  return {
    check,
    label: 'Check My Work',
    summary: checkSummary(check),
    closeLabel: 'Close the results',
    onClose: onDismiss,
    badge: isComplete && exercise.xpReward > 0 && <span className="practice-xp">{`+${exercise.xpReward} XP`}</span>,
    note: isComplete && <NextExercise exercise={exercise} links={links} />,
  };
}
